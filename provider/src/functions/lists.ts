import type { Output } from "@pulumi/pulumi";
import type { FunctionOptions, FunctionOutputOptions } from "../host/functionOptions";
import type { ListAnswer } from "../reads/objectAnswers";
import type { NoArgs, ObjectArgs, ObjectOutputArgs } from "./args";
import { objectFunctions } from "./objects";

const { all, one } = objectFunctions("List", "getList");

/**
 * All lists of the acting user. Costs one request, which `getList` shares.
 *
 * Rejects if the service has no operation that lists them, or answers with a part of them.
 * Source: the service's public description, `GET /v1/list`.
 */
export function getLists(args: NoArgs = {}, options?: FunctionOptions): Promise<readonly ListAnswer[]> {
  return all.get(args, options);
}

/**
 * As `getLists`, for arguments that are known now or later: unknown in a preview while one of them is, secret if one of
 * them is, and dependent on their resources.
 */
export function getListsOutput(args: NoArgs = {}, options?: FunctionOutputOptions): Output<readonly ListAnswer[]> {
  return all.output(args, options);
}

/**
 * One list of the acting user, by its id or its exact name. Costs the request of `getLists`, and another one by id if
 * that does not contain it. The `id` is what `listId` and `listIds` take, so that a program uses a list without owning it.
 *
 * Rejects if no list has this id or name, or if several have the name; the error lists candidates.
 * Source: the service's public description, `GET /v1/list/{id}`.
 */
export function getList(args: ObjectArgs, options?: FunctionOptions): Promise<ListAnswer> {
  return one.get(args, options);
}

/**
 * As `getList`, for arguments that are known now or later: unknown in a preview while one of them is, secret if one of
 * them is, and dependent on their resources.
 */
export function getListOutput(args: ObjectOutputArgs, options?: FunctionOutputOptions): Output<ListAnswer> {
  return one.output(args, options);
}

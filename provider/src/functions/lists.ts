import type { Output } from "@pulumi/pulumi";
import type { FunctionOptions, FunctionOutputOptions } from "../host/functionOptions";
import type { ListAnswer } from "../reads/objectAnswers";
import type { NoArgs, ObjectArgs, ObjectOutputArgs } from "./args";
import { objectFunctions } from "./objects";

const { all, one } = objectFunctions("List", "getList");

/**
 * All lists of the acting user. Costs one request, which `getList` shares.
 *
 * Rejects if the service has no operation to list them, or returns only part of them. Source: the service's public
 * description, `GET /v1/list`.
 */
export function getLists(args: NoArgs = {}, options?: FunctionOptions): Promise<readonly ListAnswer[]> {
  return all.get(args, options);
}

/**
 * Like `getLists`, but also accepts Outputs and promises as arguments. The result is unknown in a preview while an argument
 * is, secret if an argument is, and depends on the resources of the arguments.
 */
export function getListsOutput(args: NoArgs = {}, options?: FunctionOutputOptions): Output<readonly ListAnswer[]> {
  return all.output(args, options);
}

/**
 * One list of the acting user, by id or exact name. Costs the request of `getLists`, plus one by id if the list is not in
 * that listing. Pass its `id` to `listId` or `listIds` to use a list that the program does not manage.
 *
 * Rejects if no list has this id or name, or if several have the name; the error lists candidates. Source: the service's
 * public description, `GET /v1/list/{id}`.
 */
export function getList(args: ObjectArgs, options?: FunctionOptions): Promise<ListAnswer> {
  return one.get(args, options);
}

/**
 * Like `getList`, but also accepts Outputs and promises as arguments. The result is unknown in a preview while an argument
 * is, secret if an argument is, and depends on the resources of the arguments.
 */
export function getListOutput(args: ObjectOutputArgs, options?: FunctionOutputOptions): Output<ListAnswer> {
  return one.output(args, options);
}

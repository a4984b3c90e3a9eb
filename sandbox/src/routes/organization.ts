import { emailSeatResponse, memberResponse, organizationResponse, userResponse } from "../responses.js";
import { listing } from "../rules/paging.js";
import { organizationOf, type Route, type Service } from "../service.js";

/** A member's permissions in the organization; the owner has all the others as well. */
const memberPermissions = ["organization.view"];
const ownerPermissions = [
  ...memberPermissions,
  "organization.delete",
  "organization.settings.update",
  "organization.ownership.transfer",
  "organization.members.remove",
  "organization.members.change_role",
  "organization.members.impersonate",
  "organization.owner.impersonate",
  "organization.invitations.create",
  "organization.invitations.revoke",
  "organization.billing.manage",
  "organization.team_analytics.view",
];

export function organizationRoutes(service: Service): Route[] {
  const { store } = service;
  return [
    {
      method: "GET",
      path: "/v1/user/me",
      source: "specification",
      handle: ({ actor }) => userResponse(actor),
    },
    {
      method: "GET",
      path: "/v1/user/me/permissions",
      source: "description",
      handle: ({ actor }) =>
        organizationOf(service, actor).ownerId === actor.id ? ownerPermissions : memberPermissions,
    },
    {
      method: "GET",
      path: "/v1/organization",
      source: "description",
      handle: ({ actor }) => organizationResponse(organizationOf(service, actor)),
    },
    {
      method: "GET",
      path: "/v1/organization/members",
      source: "specification",
      handle: ({ actor, query }) =>
        listing("members", store.users.by("organization", actor.organizationId), query, memberResponse),
    },
    {
      method: "GET",
      path: "/v1/email-seat",
      source: "specification",
      handle: ({ actor, query }) =>
        listing("seats", store.emailSeats.by("user", actor.id), query, (seat) => emailSeatResponse(service, seat)),
    },
  ];
}

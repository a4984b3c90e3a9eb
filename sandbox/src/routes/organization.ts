import { emailSeatResponse, memberResponse, organizationResponse, userResponse } from "../responses.js";
import { organizationOf, type Route, type Service } from "../service.js";

const memberPermissions = ["contacts.read", "contacts.write", "campaigns.read", "campaigns.write", "lists.write"];
const ownerPermissions = [...memberPermissions, "organization.members.read", "organization.members.impersonate"];

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
      handle: ({ actor }) => store.users.by("organization", actor.organizationId).map(memberResponse),
    },
    {
      method: "GET",
      path: "/v1/email-seat",
      source: "specification",
      handle: ({ actor }) => store.emailSeats.by("user", actor.id).map((seat) => emailSeatResponse(service, seat)),
    },
  ];
}

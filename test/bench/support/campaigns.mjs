// @ts-check

/**
 * A list's people; every fifth has no e-mail address.
 * @param {number} number @param {number} listId @param {number} count
 */
export function people(number, listId, count) {
  return Array.from({ length: count }, (_, index) => ({
    firstName: `Ada${number}`,
    lastName: `Okoye${index}`,
    email: index % 5 === 0 ? null : `ada${number}.${index}@quillworks.example.com`,
    company: `Quillworks ${index % 40}`,
    profileUrl: `https://network.example.com/in/ada-${number}-${index}`,
    listId,
  }));
}

/**
 * Three of four campaigns have network steps, two on each seat; the others have only e-mails.
 * @param {number} number @param {number} list @param {number[]} networkSeats @param {number[]} emailSeats
 */
export function campaign(number, list, networkSeats, emailSeats) {
  const message = "Hello [FirstName], [SenderFirstName] of [SenderCompany] here.";
  const email = { type: "email", subject: "Hello [FirstName]", message };
  const base = { name: `Campaign ${number}`, active: true, listIds: [list] };
  if (number % 4 === 3) {
    return {
      ...base,
      emailSeatIds: emailSeats.slice(0, 4),
      steps: [email, { ...email, delayAfterLastStep: 3 }, email],
    };
  }
  return {
    ...base,
    linkedinSeatId: networkSeats[Math.floor(number / 2) % networkSeats.length],
    emailSeatIds: emailSeats.slice(-1),
    steps: [{ type: "visitProfile" }, { type: "invitation" }, { type: "message", message }, email],
  };
}

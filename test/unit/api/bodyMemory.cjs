// Sends one request and prints how much more memory the process kept meanwhile, in MB. Arguments: compiled folder, origin,
// the longest body in MB.
const [, , folder, origin, longest] = process.argv;
const { openTransport } = require(`${folder}/transport.js`);
const { systemClock } = require(`${folder}/clock.js`);

const transport = openTransport(origin, {}, systemClock, Number(longest) * 1024 * 1024);
const send = (path) => transport.send({ method: "GET", path, headers: {} }, 120_000);

(async () => {
  // What undici and its parser take is memory at rest.
  await send("/small");
  const kept = () => {
    // When garbage is collected is not ours to say.
    global.gc();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const atRest = kept();
  let most = atRest;
  const look = () => {
    most = Math.max(most, kept());
  };
  const timer = setInterval(look, 50);
  const { what, cause, text } = await send("/large");
  look();
  clearInterval(timer);
  console.log(
    JSON.stringify({ what, cause, length: text?.length, megabytes: Math.round((most - atRest) / 1024 / 1024) }),
  );
  await transport.close();
})();

// One process among several that use the same key. Arguments: compiled folder, what to do, origin, cache folder, count,
// settings as JSON.
const [, , folder, task, origin, cacheFolder, count, changes] = process.argv;
const { openAccount } = require(`${folder}/service.js`);
const { creates, operations, reads } = require(`${folder}/operation.js`);

const logger = { debug() {}, info() {}, warn: (text) => process.stderr.write(`${text}\n`) };
const settings = {
  origin,
  apiKey: "sk-test-0123456789abcdef",
  requestsPerMinute: 1000,
  rateWindowSeconds: 60,
  requestTimeoutSeconds: 2,
  waitBudgetSeconds: 600,
  launch: "allow",
  acknowledge: [],
  ...JSON.parse(changes),
};
const lists = {
  ...{ name: "List", noun: "list", plural: "lists", listQuery: {}, listingKey: "lists", roles: { name: "name" } },
  operations: {
    list: reads("/v1/list"),
    read: reads("/v1/list/{id}"),
    create: creates("/v1/list", "S", "create the list"),
  },
  answered: new Map([["name", { nullable: false }]]),
  changeOperation: () => undefined,
};
const account = openAccount(settings, { logger, cacheFolder }, [lists]);
const each = (work) => Promise.all(Array.from({ length: Number(count) }, (_, index) => work(index)));

const tasks = {
  read: () => each(() => account.ask(operations.readOrganization, "")),
  create: () =>
    each((index) =>
      account.creating("List", async () => {
        await account.ask(operations.health, "");
        await account.create("List", { name: `list ${process.pid} ${index}` }, "");
        await account.ask(operations.status, "");
      }),
    ),
  elsewhere: async () => process.stdout.write(JSON.stringify([...(await account.records.elsewhere("List"))])),
};

tasks[task]().then(
  () => account.close(),
  (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  },
);

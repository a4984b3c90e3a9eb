/** A body that was signed by OpenSSL 3.0, another implementation of the same algorithm. */
export interface Vector {
  readonly what: string;
  readonly secret: string;
  readonly body: Buffer;
  /** The command that printed `hexadecimal`. */
  readonly command: string;
  readonly hexadecimal: string;
}

export const timestamp = "1767225600";
export const secret = "not-a-real-secret";

export const contactVector: Vector = {
  what: "a contact",
  secret,
  body: Buffer.from('{"id":4711,"firstName":"Ada","email":"ada@example.com"}'),
  command: `printf '%s' '1767225600.{"id":4711,"firstName":"Ada","email":"ada@example.com"}' | openssl dgst -sha256 -hmac 'not-a-real-secret'`,
  hexadecimal: "a6f606ee91dfb9387f932b08dc1d060ffbf57b3dc44672cce49cd136a4cbae37",
};

/** Contacts that a receiver accepts. */
export const contactVectors: readonly Vector[] = [
  contactVector,
  {
    what: "any script",
    secret,
    body: Buffer.from('{"id":4711,"firstName":"Zoë 🦉","company":"Łódź Ltd"}'),
    command: `printf '%s' '1767225600.{"id":4711,"firstName":"Zoë 🦉","company":"Łódź Ltd"}' | openssl dgst -sha256 -hmac 'not-a-real-secret'`,
    hexadecimal: "df43c9c8df519ef39684818db386396d577ee31b0864ec758cb65d043bb5b2b1",
  },
  {
    what: "a secret with spaces, one of them at its end, and spaces in the body",
    secret: "a secret with spaces ",
    body: Buffer.from('{ "id": 4711,  "email": null }'),
    command: `printf '%s' '1767225600.{ "id": 4711,  "email": null }' | openssl dgst -sha256 -hmac 'a secret with spaces '`,
    hexadecimal: "c7fbd036a716634940adecc952a1c4ec8268c2879b402008ba7d6b08ffff1f63",
  },
  {
    what: "a secret that is not ASCII",
    secret: "sécret-ключ",
    body: Buffer.from('{"id":4711}'),
    command: `printf '%s' '1767225600.{"id":4711}' | openssl dgst -sha256 -hmac 'sécret-ключ'`,
    hexadecimal: "c91fe6b0c62a3c573ab4f12ecc1b3e11afbb95b209df24cdaaeb9b0e5cb065fc",
  },
  {
    what: "more than 4 kB",
    secret,
    body: Buffer.from(`{"id":4711,"firstName":"${"a".repeat(4096)}"}`),
    command: `{ printf '1767225600.{"id":4711,"firstName":"'; printf 'a%.0s' $(seq 4096); printf '"}'; } | openssl dgst -sha256 -hmac 'not-a-real-secret'`,
    hexadecimal: "2dd8311d7f6d62ccf5a4d1d92df7b7aa33dbfe15fba600925a5d91e0d4e37665",
  },
];

export const emptyVector: Vector = {
  what: "no body",
  secret,
  body: Buffer.alloc(0),
  command: "printf '%s' '1767225600.' | openssl dgst -sha256 -hmac 'not-a-real-secret'",
  hexadecimal: "25c9be61565987553ef2a9403b564a9a7b4e890fcc1c5675d4fdba8aa513df29",
};

export const notUnicodeVector: Vector = {
  what: "bytes that are not UTF-8",
  secret,
  body: Buffer.from('{"id":4711,"firstName":"\xff"}', "latin1"),
  command: `printf '1767225600.{"id":4711,"firstName":"\\377"}' | openssl dgst -sha256 -hmac 'not-a-real-secret'`,
  hexadecimal: "1fc81560627359d9cc478eb6f662d2c88d714451701542127cb1d935e57b2c30",
};

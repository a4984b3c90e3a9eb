import { describe, expect, it } from "vitest";
import {
  companyForm,
  domainForm,
  emailForm,
  emailHash,
  personNameForm,
  profileForm,
} from "../../../provider/src/api/normal";

describe("the normal form of", () => {
  it.each([
    ["https://network.example.com/in/ada-byron", "network.example.com/in/ada-byron"],
    ["HTTP://www.Network.example.com/in/Ada-Byron/", "network.example.com/in/ada-byron"],
    ["network.example.com/in/ada-byron?trk=people#top", "network.example.com/in/ada-byron"],
    ["https://fr.network.example.com/in/ada-byron/en", "network.example.com/in/ada-byron"],
    ["https://network.example.com/in/ad%C3%A9", "network.example.com/in/ad\u00e9"],
    ["https://network.example.com/in/ade\u0301", "network.example.com/in/ad\u00e9"],
    ["https://network.example.com/in/%zz", "network.example.com/in/%zz"],
    ["https://network.example.com/sales/lead/1,2", "network.example.com/sales/lead/1,2"],
    ["https://network.example.com:8443/in/ada", "network.example.com:8443/in/ada"],
    ["https://network.example.com", undefined],
    ["https://network.example.com/", undefined],
    ["https://network.example.com/in/", undefined],
    ["ftp://network.example.com/in/ada", undefined],
    ["ada-byron", undefined],
    ["two words.example.com/in/ada", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("a profile address: %j", (text, expected) => {
    expect(profileForm(text)).toBe(expected);
  });

  it.each([
    ["Ada@Example.COM", "ada@example.com"],
    ["  mailto:ada@example.com ", "ada@example.com"],
    ["ada+news@example.com", "ada+news@example.com"],
    ["ada@b\u00fccher.example", "ada@xn--bcher-kva.example"],
    ["ada@example", undefined],
    ["ada@", undefined],
    ["@example.com", undefined],
    ["ada@@example.com", undefined],
    ["ada byron@example.com", undefined],
    ["<ada@example.com>", undefined],
    [undefined, undefined],
  ])("an e-mail address: %j", (text, expected) => {
    expect(emailForm(text)).toBe(expected);
  });

  it.each([
    ["Example.com.", "example.com"],
    ["b\u00fccher.example", "xn--bcher-kva.example"],
    ["example", undefined],
    ["192.0.2.1", undefined],
    ["foo..example.com", undefined],
    ["-foo.example.com", undefined],
    ["example.com/path", undefined],
    ["example.com:443", undefined],
  ])("a domain: %j", (text, expected) => {
    expect(domainForm(text)).toBe(expected);
  });

  it("names", () => {
    expect(companyForm("  Acme \t Inc. ")).toBe("acme inc.");
    expect(companyForm(" ")).toBeUndefined();
    expect(personNameForm("Zo\u00eb  KIM")).toBe(personNameForm("zoe kim"));
    expect(personNameForm("Ada")).toBeUndefined();
  });

  it("hashes as sha256sum does", () => {
    expect(emailHash("ada@example.com")).toBe("b5fc85e55755f9e0d030a10ab4429b6b2944855f9a0d60077fe832becbc41d72");
  });
});

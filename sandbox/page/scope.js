import { createContext } from "preact";
import { useContext } from "preact/hooks";

/** Whose objects the page shows: one user's, or everyone's. */
export const Scope = createContext(
  /** @type {{ user: number | undefined, setUser: (user: number | undefined) => void }} */ ({
    user: undefined,
    setUser: () => undefined,
  }),
);

export function useScope() {
  return useContext(Scope);
}

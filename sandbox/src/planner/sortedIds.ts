/** Ids in ascending order. Adding one above all others, the usual case, and removing one of the first are cheap. */
export class SortedIds {
  private readonly ids: number[] = [];

  add(id: number): void {
    const last = this.ids.at(-1);
    if (last === undefined || last < id) {
      this.ids.push(id);
      return;
    }
    const place = this.place(id);
    if (this.ids[place] !== id) this.ids.splice(place, 0, id);
  }

  remove(id: number): void {
    const place = this.place(id);
    if (this.ids[place] === id) this.ids.splice(place, 1);
  }

  /** Removes the first ids and returns them. */
  shift(count: number): number[] {
    return this.ids.splice(0, count);
  }

  at(index: number): number | undefined {
    return this.ids[index];
  }

  get size(): number {
    return this.ids.length;
  }

  /** The index of the first id that is not below this one. */
  private place(id: number): number {
    let low = 0;
    let high = this.ids.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.ids[middle] ?? 0) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

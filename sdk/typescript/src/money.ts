// Amounts of dollars are bigint millionths, the atomic units of USDC. Nothing is ever a float.

/** Reads dollars as a decimal number with at most six places, such as "0.05". */
export function parseUsd(text: string, name: string): bigint {
  const parts = typeof text === 'string' ? /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(text) : null;
  if (parts === null) {
    throw new TypeError(`${name}: ${JSON.stringify(text)} is not an amount of dollars as text, such as "0.05"`);
  }
  return BigInt(parts[1] + (parts[2] ?? '').padEnd(6, '0'));
}

/** The amount in decimal dollars, without needless zeros. */
export function formatUsd(micro: bigint): string {
  const digits = micro.toString().padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0+$/, '');
  return digits.slice(0, -6) + (fraction === '' ? '' : '.' + fraction);
}

/** What may be spent by all calls of a client, and what is used of it. */
export class Budget {
  #used = 0n;

  constructor(readonly limit: bigint | null) {}

  get used(): bigint {
    return this.#used;
  }

  /** What is left; null without a limit. */
  get left(): bigint | null {
    return this.limit === null ? null : this.limit - this.#used;
  }

  /** Takes the price out of what is left, before anything is awaited: calls at the same time cannot share a dollar. */
  reserve(price: bigint): boolean {
    if (this.left !== null && price > this.left) return false;
    this.#used += price;
    return true;
  }

  /** Returns what was reserved and not charged. */
  giveBack(price: bigint): void {
    this.#used -= price;
  }
}

// Standard base64 of UTF-8 JSON, as the headers of x402 have it, without Buffer: browsers have none.

export function encodeJson(value: unknown): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(JSON.stringify(value))) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** The JSON value; undefined when the text is none. */
export function decodeJson(text: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** A value read as an object: what is none has no members. */
export function members(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

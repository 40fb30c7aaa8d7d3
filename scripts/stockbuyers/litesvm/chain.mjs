// Serves Solana's own virtual machine (litesvm) by the part of the JSON-RPC that buyers and sellers of x402 call, and
// prints its URL. The machine has no blocks: a transaction is executed when it is sent, one blockhash is valid until
// lite_advance has moved on by 150 slots, and everything is final at once. Methods that begin with lite_ are for tests.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { FailedTransactionMetadata, LiteSVM } from 'litesvm';

// Of the same version of @solana/kit as litesvm's.
const { address, getBase58Decoder, getTransactionDecoder, lamports } = createRequire(import.meta.resolve('litesvm'))('@solana/kit');

const tokenProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const mint = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const genesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
const alive = 150; // slots for which a blockhash is valid
const decimals = 6;
const base58 = getBase58Decoder();

// Names of faults by the machine's numbers, as nodes write them: those that these tests meet.
const transactionFaults = {
  1: 'AccountLoadedTwice', 2: 'AccountNotFound', 3: 'ProgramAccountNotFound', 4: 'InsufficientFundsForFee',
  5: 'InvalidAccountForFee', 6: 'AlreadyProcessed', 7: 'BlockhashNotFound', 10: 'InvalidAccountIndex',
  11: 'SignatureFailure', 12: 'InvalidProgramForExecution', 13: 'SanitizeFailure', 22: 'AddressLookupTableNotFound',
};
const instructionFaults = {
  1: 'InvalidArgument', 2: 'InvalidInstructionData', 3: 'InvalidAccountData', 6: 'IncorrectProgramId',
  7: 'MissingRequiredSignature', 9: 'UninitializedAccount', 13: 'ExternalAccountDataModified',
  14: 'ReadonlyLamportChange', 15: 'ReadonlyDataModified', 19: 'NotEnoughAccountKeys', 29: 'UnsupportedProgramId',
  31: 'MissingAccount', 36: 'ComputationalBudgetExceeded', 37: 'PrivilegeEscalation', 39: 'ProgramFailedToComplete',
};

let machine, slot, aged, done;

function reset() {
  machine = new LiteSVM();
  slot = 1000n;
  aged = 0;
  done = new Map(); // by signature
  tick(Math.floor(Date.now() / 1000));
  const data = Buffer.alloc(82);
  data[44] = decimals;
  data[45] = 1; // is ready
  set(mint, tokenProgram, data, 1_461_600n);
}

function set(place, owner, data, amount) {
  machine.setAccount({
    address: place, programAddress: owner, data, executable: false, lamports: lamports(amount), space: BigInt(data.length),
  });
}

function tick(seconds) {
  const clock = machine.getClock();
  clock.slot = slot;
  clock.unixTimestamp = BigInt(seconds);
  machine.setClock(clock);
}

function fault(result) {
  if (!(result instanceof FailedTransactionMetadata)) return null;
  const why = result.err();
  if (typeof why === 'number') return transactionFaults[why] ?? `TransactionError${why}`;
  if (why.accountIndex !== undefined) return { InsufficientFundsForRent: { account_index: why.accountIndex } };
  const inner = why.err();
  const named = typeof inner === 'number' ? (instructionFaults[inner] ?? `InstructionError${inner}`) : { Custom: inner.code };
  return { InstructionError: [why.index, named] };
}

const valued = value => ({ context: { slot: Number(slot), apiVersion: '2.0.0' }, value });
const decode = text => getTransactionDecoder().decode(Buffer.from(text, 'base64'));

function content(place) {
  const account = machine.getAccount(address(place));
  if (!account.exists || account.lamports === 0n) return null;
  return {
    data: [Buffer.from(account.data).toString('base64'), 'base64'], executable: account.executable,
    lamports: Number(account.lamports), owner: account.programAddress, rentEpoch: 0, space: account.data.length,
  };
}

const methods = {
  getHealth: () => 'ok',
  getGenesisHash: () => genesis,
  getSlot: () => Number(slot),
  getBlockHeight: () => Number(slot),
  getLatestBlockhash: () => valued({ blockhash: machine.latestBlockhash(), lastValidBlockHeight: Number(slot) + alive - aged }),
  isBlockhashValid: hash => valued(hash === machine.latestBlockhash()),
  getBalance: place => valued(Number(machine.getBalance(address(place)) ?? 0n)),
  getAccountInfo: place => valued(content(place)),
  getTokenAccountBalance: place => {
    const held = content(place);
    if (!held) throw new Error('Invalid param: could not find account');
    const amount = Buffer.from(held.data[0], 'base64').readBigUInt64LE(64).toString();
    return valued({ amount, decimals, uiAmountString: String(Number(amount) / 10 ** decimals) });
  },
  simulateTransaction: (text, options = {}) => {
    machine.withSigverify(options.sigVerify === true).withBlockhashCheck(!options.replaceRecentBlockhash);
    const result = machine.simulateTransaction(decode(text));
    machine.withSigverify(true).withBlockhashCheck(true);
    return valued({ err: fault(result), logs: result.meta().logs(), unitsConsumed: Number(result.meta().computeUnitsConsumed()) });
  },
  sendTransaction: text => {
    const transaction = decode(text);
    const id = base58.decode(Object.values(transaction.signatures)[0]);
    const before = machine.getTransaction(id);
    const why = fault(machine.sendTransaction(transaction));
    // Nobody puts what cannot pay its fee, or was there before, into a block.
    if (before === null && typeof why !== 'string' && !why?.InsufficientFundsForRent) {
      done.set(id, { slot: Number(slot), text, err: why });
    }
    return id;
  },
  getSignatureStatuses: ids =>
    valued(ids.map(id => {
      const found = done.get(id);
      return found ? { slot: found.slot, confirmations: null, err: found.err, confirmationStatus: 'finalized' } : null;
    })),
  getSignaturesForAddress: () => [...done].reverse().map(([signature, { slot, err }]) => ({ signature, slot, err, blockTime: Math.floor(Date.now() / 1000) })),
  getTransaction: id => {
    const found = done.get(id);
    return found ? { slot: found.slot, transaction: [found.text, 'base64'], meta: { err: found.err }, version: 0 } : null;
  },

  lite_reset: () => (reset(), 'ok'),
  lite_advance: slots => {
    slot += BigInt(slots);
    aged += slots;
    if (aged >= alive) {
      machine.expireBlockhash();
      aged = 0;
    }
    tick(Number(machine.getClock().unixTimestamp) + Math.ceil(slots * 0.4));
    return 'ok';
  },
  lite_lamports: (place, amount) => {
    set(address(place), address('11111111111111111111111111111111'), Buffer.alloc(0), BigInt(amount));
    return 'ok';
  },
  // A token account: mint, owner, amount, no delegate, state 1 (ready) or 2 (frozen).
  lite_token: (place, owner, amount, frozen) => {
    const data = Buffer.alloc(165);
    decodeAddress(mint).copy(data, 0);
    decodeAddress(owner).copy(data, 32);
    data.writeBigUInt64LE(BigInt(amount), 64);
    data[108] = frozen ? 2 : 1;
    set(address(place), tokenProgram, data, 2_039_280n);
    return 'ok';
  },
};

function decodeAddress(text) {
  const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  let n = 0n;
  for (const letter of text) n = n * 58n + BigInt(letters.indexOf(letter));
  return Buffer.from(n.toString(16).padStart(64, '0'), 'hex');
}

function answer({ id, method, params }) {
  const call = methods[method];
  if (!call) return { jsonrpc: '2.0', id, error: { code: -32601, message: `Method not found: ${method}` } };
  try {
    return { jsonrpc: '2.0', id, result: call(...(params ?? [])) };
  } catch (error) {
    return { jsonrpc: '2.0', id, error: { code: -32602, message: error.message } };
  }
}

reset();
createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const asked = JSON.parse(Buffer.concat(parts).toString());
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)));
}).listen(Number(process.env.PORT ?? 0), '127.0.0.1', function () {
  console.log(`http://127.0.0.1:${this.address().port}`);
});

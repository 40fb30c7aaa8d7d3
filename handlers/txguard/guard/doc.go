// Package guard judges what an account is asked to sign, before it signs: typed data, messages and transactions.
//
// What a transaction does is best seen by executing it. Subject.Runs says what to execute, the caller executes it on
// the newest state of the network, and Happened tells the subject what came of it: who gains and loses what, which
// rights remain. Effects are judged, not the functions that bring them about, so that no router, market or bridge needs
// a decoder.
//
// Decoded are only what must be read without an execution, and what no execution shows: allowances and transfers of
// tokens, changes of control, wrappers that carry other calls, and typed data, of which most cannot be executed. Any
// other function that was not executed is warned of.
//
// The work has three steps, so that only the middle one needs a network: Signature or Transaction decodes, the caller
// executes and fills Facts for the addresses that Subject.Ask names, and Judge scores. Without facts the judgement is
// still given, on fewer rules, and says so. The rules follow the published set of Rabby's security engine with the
// shapes of known drainers added; points are in rules.go.
package guard

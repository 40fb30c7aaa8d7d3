// Package guard judges what an account is asked to sign, before it signs: EIP-712 typed data and
// transactions. It decodes the request into actions (an allowance, a transfer, an order, a change of
// owner...), looks at nested calls too, and scores what it finds by fixed rules.
//
// The work has three steps, so that only the middle one needs a network: Signature or Transaction
// decodes, the caller fills Facts for the addresses that Subject.Ask names, and Judge scores. Without
// facts the judgement is still given, on fewer rules, and says so.
//
// The rules follow the published set of Rabby's security engine (spender without code, young spender,
// listed address, order that pays somebody else) with the shapes of known drainers added; points are in
// rules.go. A request is never executed or simulated: what a contract does when it is called is not known here.
package guard

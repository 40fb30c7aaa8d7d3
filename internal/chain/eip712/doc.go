// Package eip712 hashes typed structured data by EIP-712. It is strict: every value must have its declared type,
// and an undeclared member is an error, because a signature would not cover it. [TypedData.Lenient] hashes what
// wallets hash instead, to find out what was signed. [TypedData.AsSigned] reports where a wallet's signature
// departs from the standard.
package eip712

import "fmt"

// Error is a broken rule and its place in the typed data.
type Error struct {
	Path   string // "message.sha256", "types.Mail[2].type"
	Reason string // the rule, as one clause
}

// Error returns the path and the reason.
func (e *Error) Error() string { return e.Path + ": " + e.Reason }

func fail(path, format string, args ...any) *Error {
	return &Error{Path: path, Reason: fmt.Sprintf(format, args...)}
}

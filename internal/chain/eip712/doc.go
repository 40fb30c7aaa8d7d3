// Package eip712 hashes typed structured data as EIP-712 says. It is strict: every value must have the
// type that the message declares for it, and a member that no type declares is an error, because a
// signature would not cover it. TypedData.Lenient hashes what wallets hash instead, to find out what has been signed,
// and TypedData.AsSigned says where what a wallet signs departs from the standard.
package eip712

import "fmt"

// Error is a rule that typed data breaks, and where.
type Error struct {
	Path   string // "message.sha256", "types.Mail[2].type"
	Reason string // the rule, as one clause
}

// Error is the path and the reason.
func (e *Error) Error() string { return e.Path + ": " + e.Reason }

func fail(path, format string, args ...any) *Error {
	return &Error{Path: path, Reason: fmt.Sprintf(format, args...)}
}

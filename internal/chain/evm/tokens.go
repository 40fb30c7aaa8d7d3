package evm

import "github.com/farebox/farebox/internal/chain/known"

// KnownToken is a token that is known by its symbol.
type KnownToken = known.Token

// BaseTokens are the tokens of Base that callers may name by symbol. A symbol is no proof of anything on a chain where
// anyone may deploy another USDC, so that only these are taken.
func BaseTokens() []KnownToken { return known.Tokens("base") }

// BaseToken is the token of Base with this symbol, in any case.
func BaseToken(symbol string) (KnownToken, bool) { return known.TokenOn("base", symbol) }

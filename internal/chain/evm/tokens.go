package evm

import "github.com/farebox/farebox/internal/chain/known"

// KnownToken is a token known by its symbol.
type KnownToken = known.Token

// BaseTokens are the tokens of Base that callers may name by symbol. Only these are accepted, because a symbol
// proves nothing on a chain where anyone may deploy another USDC.
func BaseTokens() []KnownToken { return known.Tokens("base") }

// BaseToken is the token of Base with this symbol, in any case.
func BaseToken(symbol string) (KnownToken, bool) { return known.TokenOn("base", symbol) }

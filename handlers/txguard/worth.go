package txguard

import (
	"time"

	"github.com/ethereum/go-ethereum/common"

	engine "github.com/farebox/farebox/handlers/txguard/guard"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/known"
	"github.com/farebox/farebox/internal/chain/oracle"
)

// maxQuotes bounds the tokens of a request whose price is read.
const maxQuotes = 6

// quote is how the price of a token is read.
type quote struct {
	token common.Address
	feeds oracle.Candidate
}

// quotesOf are the feeds of those tokens that are well known, on the same network. A token's own symbol is not
// believed: only the address tells what it is. Stablecoins need no feed.
func quotesOf(n engine.Network, tokens []common.Address) []quote {
	var out []quote
	for _, t := range known.Tokens(n.Name) {
		if t.Trusted || len(out) == maxQuotes {
			continue
		}
		for _, asked := range tokens {
			if asked != t.Address {
				continue
			}
			if feeds := feedsOf(n.Name, t.Symbol); feeds != nil {
				out = append(out, quote{token: asked, feeds: feeds})
			}
		}
	}
	return out
}

// feedsOf is the first candidate of the asset itself, not of what it stands for, on the network.
func feedsOf(network, symbol string) oracle.Candidate {
	asset, ok := oracle.Find(symbol)
	if !ok {
		return nil
	}
	for _, c := range asset.On(network) {
		if asset.Of(c) {
			return c
		}
	}
	return nil
}

func (q quote) reads() []evm.Read {
	var out []evm.Read
	for _, f := range q.feeds {
		out = append(out, f.Reads()...)
	}
	return out
}

// price is what the feeds say; nothing where one of them fails or is older than it may be.
func (q quote) price(results []evm.Result, now time.Time) (answer oracle.Answer, ok bool) {
	answers := make([]oracle.Answer, len(q.feeds))
	for i, f := range q.feeds {
		answers[i] = f.Decode(results[i*oracle.Reads:(i+1)*oracle.Reads], now)
	}
	answer = oracle.Product(answers...)
	return answer, answer.Err == nil && !answer.Stale
}

// Package coins finds the coins that a text names. Tickers are short and many are words (ONE, NEAR, LINK), and so are many
// names (Optimism, Compound): the rules for when they mean the coin are in coins.txt, with the coins.
package coins

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/each"
)

// Coin is an entry of the table.
type Coin struct {
	Ticker string
	Name   string
}

type caution int

const (
	anyCase caution = iota // counts in any case
	capital                // must begin with a capital
	common                 // a common word: needs a capital and a sign that the coin is meant
)

// alias is a name or a ticker of a coin. A nil coin means something else than the coin whose name is in it.
type alias struct {
	coin    *Coin
	words   []string // names: in lower case
	caution caution
}

type ticker struct {
	coin   *Coin
	strict bool // a word too: counts only after $ or in brackets
}

// Table is the table of coins.
type Table struct {
	tickers map[string]ticker  // by upper case
	names   map[string][]alias // by first word in lower case, longest first
	exact   map[string]*Coin   // whole names in lower case
	signs   map[string]bool    // words behind a name that say that a coin is meant
}

//go:embed coins.txt
var tableText string

// Load reads the embedded table. An error means that the table is wrong.
func Load() (*Table, error) {
	t := &Table{
		tickers: map[string]ticker{},
		names:   map[string][]alias{},
		exact:   map[string]*Coin{},
		signs:   each.WordSet(signWords),
	}

	for i, line := range strings.Split(tableText, "\n") {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := t.readLine(line); err != nil {
			return nil, fmt.Errorf("coins, line %d: %w", i+1, err)
		}
	}

	for _, list := range t.names {
		slices.SortStableFunc(list, func(a, b alias) int { return len(b.words) - len(a.words) })
	}
	return t, nil
}

func (t *Table) readLine(line string) error {
	left, right, ok := strings.Cut(line, "|")
	names := strings.Split(right, ",")
	if !ok || strings.TrimSpace(names[0]) == "" {
		return fmt.Errorf("not TICKERS | Name")
	}

	var coin *Coin
	if tickers := strings.TrimSpace(left); tickers != "-" {
		coin = &Coin{Name: strings.TrimLeft(strings.TrimSpace(names[0]), "^*")}
		for _, symbol := range strings.Split(tickers, ",") {
			symbol, strict := strings.CutPrefix(symbol, "!")
			if _, twice := t.tickers[symbol]; twice || symbol != strings.ToUpper(symbol) {
				return fmt.Errorf("ticker %s is there twice, or not in upper case", symbol)
			}
			coin.Ticker = cmp.Or(coin.Ticker, symbol)
			t.tickers[symbol] = ticker{coin, strict}
		}
	}

	for _, name := range names {
		name = strings.TrimSpace(name)
		a := alias{coin: coin}
		switch name[0] {
		case '^':
			a.caution = capital
			name = name[1:]
		case '*':
			a.caution = common
			name = name[1:]
		}
		for _, w := range split(name) {
			a.words = append(a.words, w.lower)
		}
		key := strings.Join(a.words, " ")
		if _, twice := t.exact[key]; twice {
			return fmt.Errorf("name %q is there twice", name)
		}
		if coin != nil {
			t.exact[key] = coin
		}
		t.names[a.words[0]] = append(t.names[a.words[0]], a)
	}

	return nil
}

// Resolve is the coin that a caller means: a ticker with or without $, or a name, in any case.
func (t *Table) Resolve(text string) (*Coin, bool) {
	text = strings.TrimSpace(text)
	symbol := strings.ToUpper(strings.TrimPrefix(text, "$"))
	if known, ok := t.tickers[symbol]; ok {
		return known.coin, true
	}
	words := each.Of(split(text), func(w word) string { return w.lower })
	coin, ok := t.exact[strings.Join(words, " ")]
	return coin, ok
}

// signWords stand behind the name of a coin that is a common word.
const signWords = `protocol network foundation labs token tokens price prices coin coins blockchain chain ecosystem mainnet testnet dao etf etfs holder
holders staker stakers validator validators defi treasury staking wallet wallets bridge l1 l2 layer rollup developer developers community crypto
cryptocurrency stablecoin stablecoins usd founder cofounder airdrop tvl dex`

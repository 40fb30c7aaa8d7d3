package pay

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// micro is an amount of dollars in millionths, the atomic units of USDC.
type micro int64

// parseUSD reads dollars as a decimal number with at most six places.
func parseUSD(text string) (micro, error) {
	whole, fraction, dotted := strings.Cut(text, ".")
	bad := fmt.Errorf("%q is not an amount of dollars such as 0.05", text)
	if whole == "" || len(whole) > 12 || len(fraction) > 6 || dotted && fraction == "" {
		return 0, bad
	}
	n, err := strconv.ParseUint(whole+fraction+strings.Repeat("0", 6-len(fraction)), 10, 62)
	if err != nil {
		return 0, bad
	}
	return micro(n), nil
}

// String is the amount without needless zeros.
func (m micro) String() string {
	text := fmt.Sprintf("%d.%06d", m/1_000_000, m%1_000_000)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// budget is shared by all calls of a transport. An amount is reserved before it is signed for, so that calls at the
// same time cannot spend the same dollar.
type budget struct {
	mu      sync.Mutex
	limited bool
	limit   micro
	used    micro
}

// reserve takes price out of what is left, or says how much that is.
func (b *budget) reserve(price micro) (left micro, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()

	left = b.limit - b.used
	if b.limited && price > left {
		return left, false
	}
	b.used += price
	return left - price, true
}

// giveBack returns what was reserved and not charged.
func (b *budget) giveBack(price micro) {
	b.mu.Lock()
	defer b.mu.Unlock()

	b.used -= price
}

func (b *budget) spent() micro {
	b.mu.Lock()
	defer b.mu.Unlock()

	return b.used
}

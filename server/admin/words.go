package admin

import (
	"fmt"
	"math/big"
	"strconv"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/usage"
)

// moment is a time to the second, in UTC.
func moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05") }

// ago is how long t is past; "" when there is no t.
func ago(now time.Time, t *time.Time) string {
	if t == nil || t.IsZero() {
		return ""
	}
	return age(now.Sub(*t)) + " ago"
}

// age is d in its two largest units.
func age(d time.Duration) string {
	d = max(d, 0).Truncate(time.Second)
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%d s", d/time.Second)
	case d < time.Hour:
		return fmt.Sprintf("%d min %d s", d/time.Minute, d%time.Minute/time.Second)
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h %d min", d/time.Hour, d%time.Hour/time.Minute)
	default:
		return fmt.Sprintf("%d d %d h", d/(24*time.Hour), d%(24*time.Hour)/time.Hour)
	}
}

func count(n int64) string { return strconv.FormatInt(n, 10) }

// milliseconds is d with its histogram's precision; "" if there is none.
func milliseconds(d time.Duration) string {
	switch ms := float64(d) / float64(time.Millisecond); {
	case d <= 0:
		return ""
	case ms < 10:
		return strconv.FormatFloat(ms, 'f', 2, 64)
	default:
		return strconv.FormatFloat(ms, 'f', 0, 64)
	}
}

// dollars reads what the store wrote.
func dollars(text string) decimal.Decimal {
	d, err := decimal.NewFromString(text)
	if err != nil {
		return decimal.Zero
	}
	return d
}

// margin is what is left of the revenue; below nothing where the cost is higher.
func margin(u usage.RouteUsage) string { return dollars(u.RevenueUSD).Sub(u.Cost.USD()).String() }

// conversion is paid calls to quotes in per cent; "" without quotes.
func conversion(u usage.RouteUsage) string {
	if u.Quotes == 0 {
		return ""
	}
	return decimal.NewFromInt(100*u.Paid).DivRound(decimal.NewFromInt(u.Quotes), 1).String()
}

// ether is wei in ether, exactly; "" when it is not known.
func ether(wei *big.Int) string {
	if wei == nil {
		return ""
	}
	return decimal.NewFromBigInt(wei, -18).String()
}

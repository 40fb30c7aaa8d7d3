package usage

import (
	"math"
	"time"
)

// Latencies are counted in buckets whose bounds grow by a constant factor, eight to each doubling. A bucket is
// represented by the value that is off by the same share at both of its ends, so a percentile read from it is off by at
// most (g-1)/(g+1) of the exact one, g = 2^(1/8).
const bucketsPerDoubling = 8

// LatencyError bounds the relative error of a percentile of latencies above a microsecond: 4.34 %.
const LatencyError = 0.0434

// longest is the last bucket: about 18 hours. Nothing is counted as longer.
const longest = 36 * bucketsPerDoubling

// LatencyBucket is the number of the bucket that d is counted in: n for latencies in microseconds
// above 2^((n-1)/8) up to 2^(n/8), and 0 for a microsecond or less.
func LatencyBucket(d time.Duration) int {
	if d <= time.Microsecond {
		return 0
	}
	n := math.Ceil(bucketsPerDoubling * math.Log2(float64(d)/float64(time.Microsecond)))
	return int(min(n, longest))
}

// BucketLatency is the latency that stands for bucket n.
func BucketLatency(n int) time.Duration {
	if n <= 0 {
		return time.Microsecond
	}
	upper := math.Exp2(float64(n) / bucketsPerDoubling)
	lower := math.Exp2(float64(n-1) / bucketsPerDoubling)
	return time.Duration(2 * lower * upper / (lower + upper) * float64(time.Microsecond))
}

// Histogram counts latencies by LatencyBucket.
type Histogram map[int]int64

// Quantiles are the latencies that the shares in ascending order of all counted ones do not exceed
// (nearest rank), within LatencyError. They are zero when nothing was counted.
func (h Histogram) Quantiles(shares ...float64) []time.Duration {
	found := make([]time.Duration, len(shares))
	var total int64
	for _, n := range h {
		total += n
	}
	var seen int64
	i := 0
	for b := 0; b <= longest && i < len(shares); b++ {
		seen += h[b]
		for i < len(shares) && total > 0 && seen >= max(1, int64(math.Ceil(shares[i]*float64(total)))) {
			found[i] = BucketLatency(b)
			i++
		}
	}
	return found
}

// Timed says whether the latency of e counts towards its route's percentiles: those of calls that did
// the route's work. Quotes, rejections and replays are answered at once, and many of them would
// hide how long the work takes.
func Timed(e Event) bool {
	switch e.Outcome {
	case OutcomeFree, OutcomePaid, OutcomeError:
		return e.Latency > 0
	default:
		return false
	}
}

package usage

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestBucketStandsForItsLatenciesWithinTheStatedError(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := time.Duration(rapid.Int64Range(int64(time.Microsecond)+1, int64(12*time.Hour)).Draw(t, "d"))
		told := BucketLatency(LatencyBucket(d))
		// A nanosecond for rounding.
		if off := math.Abs(float64(told - d)); off > LatencyError*float64(d)+1 {
			t.Fatalf("%v is told as %v, off by %.2f %%", d, told, 100*off/float64(d))
		}
	})
}

func TestLongerLatenciesAreInNoLowerBucket(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.Int64Range(-1, math.MaxInt64).Draw(t, "a")
		b := rapid.Int64Range(a, math.MaxInt64).Draw(t, "b")
		if x, y := LatencyBucket(time.Duration(a)), LatencyBucket(time.Duration(b)); x > y || x < 0 || y > longest {
			t.Fatalf("%d is in bucket %d, %d in %d", a, x, b, y)
		}
	})
}

func TestBucketBoundsBelongToTheLowerBucket(t *testing.T) {
	for _, c := range []struct {
		d    time.Duration
		want int
	}{
		{-time.Second, 0}, {0, 0}, {time.Microsecond, 0}, {time.Microsecond + 1, 1}, {2 * time.Microsecond, 8}, {2*time.Microsecond + 1, 9},
		{1024 * time.Microsecond, 80}, {math.MaxInt64, longest},
	} {
		if got := LatencyBucket(c.d); got != c.want {
			t.Errorf("LatencyBucket(%v) = %d, want %d", c.d, got, c.want)
		}
	}
}

func TestQuantilesAreNearestRanks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(rapid.Int64Range(int64(2*time.Microsecond), int64(time.Hour)), 1, 300).Draw(t, "latencies")
		h := Histogram{}
		for _, d := range all {
			h[LatencyBucket(time.Duration(d))]++
		}
		slices.Sort(all)
		shares := []float64{0, 0.5, 0.95, 0.99, 1}
		for i, got := range h.Quantiles(shares...) {
			want := float64(all[max(0, int(math.Ceil(shares[i]*float64(len(all))))-1)])
			if math.Abs(float64(got)-want) > LatencyError*want+1 {
				t.Fatalf("share %v is %v, exactly %v", shares[i], got, time.Duration(want))
			}
		}
	})
}

func TestQuantilesOfNothingAreZero(t *testing.T) {
	for _, h := range []Histogram{nil, {}} {
		if got := h.Quantiles(0.5, 0.99); !slices.Equal(got, []time.Duration{0, 0}) {
			t.Errorf("Quantiles = %v", got)
		}
	}
}

func TestOnlyCallsThatDidTheWorkAreTimed(t *testing.T) {
	for outcome, want := range map[string]bool{
		OutcomeFree: true, OutcomePaid: true, OutcomeError: true,
		OutcomeQuoted: false, OutcomeReplayed: false, OutcomeRejected: false, OutcomePending: false, "": false,
	} {
		if got := Timed(Event{Outcome: outcome, Latency: 1}); got != want {
			t.Errorf("Timed(%q) = %v", outcome, got)
		}
		if Timed(Event{Outcome: outcome}) {
			t.Errorf("%q without a latency is timed", outcome)
		}
	}
}

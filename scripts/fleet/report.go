package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
)

// reckonWithin is how long open payments may take at the end of a run: until the last authorization expires and
// invented settlements were looked up.
const reckonWithin = 6 * time.Minute

// reckon waits until nothing is open, reads the books and compares them.
func (k *soak) reckon(ctx context.Context, s *stage, t *traffic, out io.Writer) (wrong []string, err error) {
	left, took, err := quiet(ctx, k.Database, reckonWithin)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(out, "%d payments open %s after the last call\n", left, took.Round(time.Second))

	// Invented settlements are found missing when they are looked up again.
	until := time.Now().Add(reckonWithin)
	var b *books
	for {
		if b, err = readBooks(ctx, s, k.Database, t.purchases); err != nil {
			return nil, err
		}
		if b.agree() || time.Now().After(until) {
			break
		}
		time.Sleep(2 * time.Second)
	}
	redeemed := t.redeem(ctx, b)
	wrong = b.check(t.purchases)

	states := map[string]int{}
	for _, e := range b.ledger {
		states[e.state]++
	}
	fmt.Fprintf(out, "\n| | payments | units |\n|---|---|---|\n")
	fmt.Fprintf(out, "| signed by buyers | %d | |\n", len(b.buyers))
	fmt.Fprintf(out, "| spent on the chain | %d | %s |\n", len(b.chain), b.received)
	fmt.Fprintf(out, "| settled in the ledger | %d | %d |\n", states["settled"], b.settled())
	fmt.Fprintf(out, "| of `/usage` | %d | %d |\n", b.paid, b.revenue)
	fmt.Fprintf(out, "| answered and charged | %d | |\n", answered(t.purchases))
	fmt.Fprintf(out, "| of these redeemed after the run | %d | |\n", redeemed)
	fmt.Fprintf(out, "| taken back for good | %d | |\n", states["reverted"])
	fmt.Fprintf(out, "| begun and left, not charged | %d | |\n\n", states["reserved"])
	for _, line := range wrong {
		fmt.Fprintln(out, "WRONG:", line)
	}
	return wrong, nil
}

// agree reports whether the chain and the ledger have the same payments.
func (b *books) agree() bool {
	settled := 0
	for nonce, e := range b.ledger {
		if e.state == "settled" {
			settled++
		}
		if e.state == "settled" && !b.chain[nonce] {
			return false
		}
	}
	return settled == len(b.chain)
}

func (b *books) settled() (sum int64) {
	for _, e := range b.ledger {
		if e.state == "settled" {
			sum += e.units
		}
	}
	return sum
}

func answered(purchases []*purchase) (n int) {
	for _, p := range purchases {
		if p.answer != "" && p.charged {
			n++
		}
	}
	return n
}

// report prints what happened, how long it took and the resources used.
func (k *soak) report(s *stage, t *traffic, samples []sample, out io.Writer) {
	ends := map[string]int{}
	routes := map[string]int{}
	var atOnce, calm, all []time.Duration
	twice := 0
	back := 0
	for _, p := range t.purchases {
		ends[p.ended]++
		if len(p.payments) > 1 {
			twice++
		}
		if p.manner == returning && p.answer != "" {
			back++
		}
		if p.answer == "" {
			continue
		}
		routes[p.op.Name()]++
		all = append(all, p.took)
		if p.calm {
			calm = append(calm, p.took)
		}
		if p.calm && p.tries == 1 {
			atOnce = append(atOnce, p.took)
		}
	}

	fmt.Fprintf(out, "%d purchases on %d routes; %d not begun because %d were under way.\n\n",
		len(t.purchases), len(routes), t.skipped.Load(), k.Most)
	fmt.Fprintf(out, "%d buyers came back for the same answer, %d signed again for the same purchase.\n\n", back, twice)
	fmt.Fprintf(out, "| time from signing to the answer | calls | |\n|---|---|---|\n")
	fmt.Fprintf(out, "| calm, answered at the first try | %d | %s |\n", len(atOnce), quantiles(atOnce))
	fmt.Fprintf(out, "| calm | %d | %s |\n", len(calm), quantiles(calm))
	fmt.Fprintf(out, "| all that were answered | %d | %s |\n\n", len(all), quantiles(all))

	fmt.Fprintln(out, "How purchases ended:")
	for _, end := range byCount(ends) {
		fmt.Fprintf(out, "- %d: %.120s\n", ends[end], end)
	}
	fmt.Fprintln(out, "\nFacilitator's lies:")
	for _, lie := range byCount(s.settler.lies) {
		fmt.Fprintf(out, "- %d: %s\n", s.settler.lies[lie], lie)
	}
	fmt.Fprintf(out, "\nBalancer: %d connections refused, %d requests broken off. Providers asked %d times.\n",
		s.balancer.refused.Load(), s.balancer.broken.Load(), s.internet.asked.Load())
	for _, r := range s.replicas {
		fmt.Fprintf(out, "%s: started %d times, crashed %d times.\n", r.name, r.starts, r.crashes.Load())
	}
	fmt.Fprintf(out, "\n%s\n", table(samples, 32))
	if last := samples[len(samples)-1]; len(last.goroutines) > 0 {
		fmt.Fprintf(out, "At rest, after %.1f minutes: goroutines %.0f, RSS %d bytes each.\n\n",
			last.at.Minutes(), last.goroutines, last.resident)
	}
	fmt.Fprintln(out, strings.Join(k.log, "\n"))
}

// byCount are the keys, most frequent first.
func byCount(counts map[string]int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
}

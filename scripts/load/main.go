// Command load measures a seller over HTTP: quotes or paid calls a second, and their latencies. Any x402 seller
// works, so two can be compared in one run (see scripts/peers).
//
//	load -mode quote -url http://127.0.0.1:8402/crypto/hash?algo=keccak256&input=x
//	load -mode pay -version 2 -n 2000 -c 32 -url ...
//	load -mode pay -payers 256 ...                buyers who come back: each pays for every 256th call
//	load -mode facilitator -addr 127.0.0.1:9000   a facilitator that says yes to everything at once
//
// With -pid it prints the seller process's processor time per call, from the system's counters. That figure hardly
// depends on the machine's other load, while rates and latencies do.
package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/facilitator/httpapi"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/sdk/go/pay"
)

func main() {
	mode := flag.String("mode", "quote", "quote, pay or facilitator")
	url := flag.String("url", "", "what to call")
	n := flag.Int("n", 2000, "calls that are counted; a tenth as many go before them")
	c := flag.Int("c", 32, "calls at once")
	version := flag.Int("version", 2, "x402 version to pay with")
	payers := flag.Int("payers", 0, "payers whose turns they are; 0 is another one for each call")
	addr := flag.String("addr", "127.0.0.1:0", "where the facilitator listens")
	name := flag.String("name", "", "printed in front of the figures")
	pid := flag.Int("pid", 0, "process of the seller, whose processor time for each call is printed; 0 prints none")
	flag.Parse()

	seller := seller{
		name: *name,
		url:  *url,
		pid:  *pid,
	}

	paying := paying{
		version: pay.Version(*version),
		payers:  *payers,
	}
	if err := run(*mode, seller, *addr, *n, *c, paying); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

// seller is what is measured.
type seller struct {
	name string
	url  string
	pid  int // 0 when it is not known
}

// paying is how calls are paid for.
type paying struct {
	version pay.Version
	payers  int // who take turns; 0 is another one for each call
}

func run(mode string, s seller, addr string, n, c int, by paying) error {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: c}, Timeout: time.Minute}
	call := func(want int, prepare func(*http.Request)) func() error {
		return func() error {
			r, err := http.NewRequest(http.MethodGet, s.url, nil)
			if err != nil {
				return err
			}
			prepare(r)
			resp, err := client.Do(r)
			if err != nil {
				return err
			}
			defer resp.Body.Close()
			body, err := io.ReadAll(resp.Body)
			if err == nil && resp.StatusCode != want {
				err = fmt.Errorf("status %d, not %d: %.300s", resp.StatusCode, want, body)
			}
			return err
		}
	}

	warm := n / 10
	switch mode {
	case "facilitator":
		fmt.Println("facilitator on", addr)
		return http.ListenAndServe(addr, httpapi.New(instant{}, x402.Builtin(), httpapi.Options{}).Handler(""))
	case "quote":
		return s.measure("quotes", warm, n, c, call(http.StatusPaymentRequired, func(*http.Request) {}))
	case "pay":
		payments, err := by.sign(client, s.url, warm+n)
		if err != nil {
			return err
		}
		var next atomic.Int64
		return s.measure("paid", warm, n, c, call(http.StatusOK, func(r *http.Request) {
			p := payments[next.Add(1)-1]
			r.Header.Set(p.Header, p.Value)
		}))
	}

	return fmt.Errorf("no mode %q", mode)
}

// sign makes n payments for url's quote. The payers are more than there are calls at once: sellers bound the pending
// payments of one.
func (by paying) sign(client *http.Client, url string, n int) ([]*pay.Signed, error) {
	resp, err := client.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	quote, err := pay.ParseQuote(resp.Header, body, by.version, []pay.Asset{pay.BaseUSDC})
	if err != nil {
		return nil, err
	}
	offer, err := quote.Best()
	if err != nil {
		return nil, err
	}

	payers := make([]*pay.Key, cmp.Or(by.payers, n))
	for i := range payers {
		secret := make([]byte, 32)
		rand.Read(secret) // never fails
		if payers[i], err = pay.NewKey(hex.EncodeToString(secret)); err != nil {
			return nil, err
		}
	}

	payments := make([]*pay.Signed, n)
	for i := range payments {
		if payments[i], err = pay.Sign(payers[i%len(payers)], quote, offer, ""); err != nil {
			return nil, err
		}
	}
	return payments, nil
}

// settling is how long a seller may keep working on answered calls, for example to write records in batches.
const settling = 2 * time.Second

// measure runs warm + n calls, c at once, and prints the rate, latencies and cost of the last n.
func (s seller) measure(what string, warm, n, c int, call func() error) error {
	if _, _, err := batch(warm, c, call); err != nil {
		return err
	}
	before, err := s.processorTime()
	if err != nil {
		return err
	}

	took, latencies, err := batch(n, c, call)
	if err != nil {
		return err
	}
	after, err := s.processorTime()
	if err != nil {
		return err
	}

	slices.Sort(latencies)
	at := func(q float64) time.Duration {
		return latencies[int(q*float64(len(latencies)-1))].Round(10 * time.Microsecond)
	}
	fmt.Printf("%-40s %8.0f/s  p50 %8s  p99 %8s", s.name+" "+what, float64(n)/took.Seconds(), at(.5), at(.99))
	if s.pid != 0 {
		fmt.Printf("  cpu %6d µs a call", ((after - before) / time.Duration(n)).Microseconds())
	}
	fmt.Println()
	return nil
}

// processorTime is the seller process's time so far, once it has finished with the answered calls.
func (s seller) processorTime() (time.Duration, error) {
	if s.pid == 0 {
		return 0, nil
	}
	time.Sleep(settling)
	return processorTime(s.pid)
}

func batch(n, c int, call func() error) (took time.Duration, latencies []time.Duration, err error) {
	latencies = make([]time.Duration, n)
	errs := make([]error, c)
	var next atomic.Int64
	var wg sync.WaitGroup
	start := time.Now()

	for worker := range c {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n || errs[worker] != nil {
					return
				}
				begin := time.Now()
				errs[worker] = call()
				latencies[i] = time.Since(begin)
			}
		})
	}

	wg.Wait()
	return time.Since(start), latencies, errors.Join(errs...)
}

// instant is a facilitator that takes no time, so that only the seller is measured.
type instant struct{}

func (instant) Verify(_ context.Context, r facilitator.Request) (facilitator.Verification, error) {
	return facilitator.Verification{Valid: true, Payer: r.Payment.Payload.Authorization.From}, nil
}

func (instant) Settle(_ context.Context, r facilitator.Request) (facilitator.Settlement, error) {
	return facilitator.Settlement{
		Outcome: facilitator.Settled, Transaction: r.Payment.Payload.Authorization.Nonce,
		Network: r.Requirement.Network, Payer: r.Payment.Payload.Authorization.From,
	}, nil
}

func (instant) Supported(context.Context) (facilitator.Supported, error) {
	return facilitator.Supported{
		Kinds: []facilitator.Kind{{
			X402Version: 2,
			Scheme:      x402.SchemeExact,
			Network:     "eip155:8453",
		}}, Extensions: []string{}, Signers: map[string][]string{},
	}, nil
}

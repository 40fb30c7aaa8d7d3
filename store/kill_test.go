package store

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/store/postgres"
)

// victimURL makes the test binary the process that is killed, on the database it names.
const victimURL = "FAREBOX_STORE_VICTIM"

func victimPayment(n int) payment.Reservation {
	return payment.Reservation{
		Key: payment.Key{Network: "eip155:8453", Payer: "0xa", Nonce: fmt.Sprint(n)}, RequestHash: "h", Owner: fmt.Sprint("owner ", n), PurchaseID: fmt.Sprint("order ", n),
		Now: start, LeaseUntil: start.Add(time.Minute), KeepUntil: start.Add(time.Hour), Route: "GET /a", PriceUSD: "0.002",
	}
}

// TestVictim is no test of its own: TestKilledProcessLosesNothingItWasTold runs and kills it.
// It says what it was told was done, and only then goes on.
func TestVictim(t *testing.T) {
	url := os.Getenv(victimURL)
	if url == "" {
		t.Skip("only as the victim of another test")
	}
	s := open(t, url)
	var mu sync.Mutex
	say := func(state string, r payment.Reservation) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Println(state, r.Key.Nonce)
	}
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for n := worker; ; n += 4 {
				r := victimPayment(n)
				if claim, _, err := s.Reserve(t.Context(), r); err != nil || claim != payment.Claimed {
					t.Errorf("Reserve = %d, %v", claim, err)
					return
				}
				say("reserved", r)
				if err := s.StoreAnswer(t.Context(), r.Key, r.Owner, []byte("answer "+r.Key.Nonce), start); err != nil {
					t.Error(err)
					return
				}
				say("settling", r)
				e := usage.Event{Time: start, Route: r.Route, Outcome: usage.OutcomePaid, PriceUSD: r.PriceUSD, Transaction: r.Key.Nonce, Latency: time.Second}
				made := payment.Transfer{Transaction: r.Key.Nonce}
				if done, err := s.Settle(t.Context(), r.Key, made, start, e); err != nil || !done {
					t.Errorf("Settle = %v, %v", done, err)
					return
				}
				say("settled", r)
			}
		})
	}
	wg.Wait()
}

func TestKilledProcessLosesNothingItWasTold(t *testing.T) {
	onEach(t, func(t *testing.T, url string) {
		told := map[string]string{} // nonce: the last state
		victim := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestVictim$")
		victim.Env = append(os.Environ(), victimURL+"="+url)
		out, err := victim.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := victim.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for n := 0; lines.Scan(); n++ {
			state, nonce, ok := strings.Cut(lines.Text(), " ")
			if ok && (state == stateReserved || state == stateSettling || state == stateSettled) {
				told[nonce] = state
			}
			if n == 200 {
				if err := victim.Process.Kill(); err != nil { // SIGKILL; what it said until then is read to the end
					t.Fatal(err)
				}
			}
		}
		victim.Wait() // it was killed
		if len(told) < 60 {
			t.Fatalf("the victim died too early: %v", told)
		}

		s := open(t, url)
		for nonce, state := range told {
			e, err := s.Find(t.Context(), payment.Key{Network: "eip155:8453", Payer: "0xa", Nonce: nonce})
			if err != nil || e == nil {
				t.Fatalf("%s: %s was said and there is no such payment (%v)", nonce, state, err)
			}
			if state != stateReserved && string(e.Sealed) != "answer "+nonce {
				t.Errorf("%s: %s was said and the answer is %q", nonce, state, e.Sealed)
			}
			if state == stateSettled && e.Transaction != nonce {
				t.Errorf("%s: settled was said and the transaction is %q", nonce, e.Transaction)
			}
		}
		// Said or not, a settled payment has exactly one event and is in the totals.
		count := func(state string) (n int64) {
			if err := s.reader.QueryRow(`SELECT COUNT(*) FROM payments WHERE state = $1`, state).Scan(&n); err != nil {
				t.Fatal(err)
			}
			return n
		}
		awaitQuiet(t, s)
		settled := count(stateSettled)
		events, err := s.Events(t.Context(), 0, 10_000)
		if err != nil {
			t.Fatal(err)
		}
		perPayment := map[string]int{}
		for _, e := range events {
			perPayment[e.Transaction]++
			if perPayment[e.Transaction] > 1 {
				t.Errorf("payment %s has %d events", e.Transaction, perPayment[e.Transaction])
			}
		}
		sum, err := s.Summarize(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if int64(len(events)) != settled || sum.Routes[0].Paid != settled {
			t.Errorf("%d settled, %d events, %d in the totals", settled, len(events), sum.Routes[0].Paid)
		}
		// Everything left open can be finished.
		later := start.Add(time.Hour)
		for nonce, state := range told {
			if state == stateReserved {
				r := victimPayment(0)
				r.Key.Nonce, r.PurchaseID, r.Owner, r.Now = nonce, "order "+nonce, "the next", later
				claim, e, err := s.Reserve(t.Context(), r)
				if err != nil || claim != payment.Claimed && string(e.Sealed) != "answer "+nonce {
					t.Errorf("%s was left reserved; then Reserve = %d, %v", nonce, claim, err)
				}
			}
		}
		settling := count(stateSettling)
		take := payment.Takeover{
			Owner:     "reconciler",
			Now:       later,
			OlderThan: later,
			For:       time.Minute,
			Limit:     100,
		}
		if stuck, err := s.Stuck(t.Context(), take); err != nil || int64(len(stuck)) != settling {
			t.Errorf("%d of %d left settling were handed out (%v)", len(stuck), settling, err)
		}
	})
}

// awaitQuiet waits until a Postgres server has noticed that the killed process is gone: a commit that was
// sent is carried out.
func awaitQuiet(t *testing.T, s *Store) {
	t.Helper()
	if _, ok := s.engine.(*postgres.DB); !ok {
		return
	}
	await.Until(t, "the end of the killed process's transactions", func() bool {
		var open int
		err := s.reader.QueryRow(`SELECT COUNT(*) FROM pg_locks WHERE pid <> pg_backend_pid() AND relation = 'payments'::regclass`).Scan(&open)
		if err != nil {
			t.Fatal(err)
		}
		return open == 0
	})
}

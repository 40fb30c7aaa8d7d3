// Package storetest is the contract of the payment ledger and the usage store as tests, which every
// database passes.
package storetest

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"flag"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/x402"
)

// Store is the tested interface.
type Store interface {
	payment.Ledger
	payment.Channels
	usage.Store
	usage.Periods
	usage.Networks
	OpenPayments(ctx context.Context, limit int) (payment.OpenPayments, error)
	TakeTurn(ctx context.Context, name, holder string, lasts time.Duration) (bool, error)
	EndTurn(ctx context.Context, name, holder string) error
	SignOut(ctx context.Context, session string, ends, now time.Time) error
	SignedOut(ctx context.Context, session string) (bool, error)
	Mark(ctx context.Context) (eip3009.Mark, error)
	Close() error
}

// Opener opens one database; called again it opens the same one again, like another replica.
type Opener func(t testing.TB) Store

// Run runs the contract. fresh makes an empty database that the test's cleanup removes.
func Run(t *testing.T, fresh func(t testing.TB) Opener) {
	if err := flag.Set("rapid.checks", modelRuns); err != nil {
		t.Fatal(err)
	}

	for _, rule := range []struct {
		name string
		test func(*testing.T, Opener)
	}{
		{"EntryIsKeptAsItWasGiven", testEntry},
		{"StandingPaymentAnswersRepeats", testRepeats},
		{"PurchaseIsBoundToPayerAndRequest", testPurchase},
		{"PurchaseComesBeforeKey", testPurchaseBeforeKey},
		{"PurchaseIDIsAnyBytes", testPurchaseBytes},
		{"DeadAttemptIsReplaced", testDeadAttempt},
		{"LostClaimCannotDeliverOrRelease", testLostClaim},
		{"ReleaseGivesBackOnlyOnesOwnReservation", testRelease},
		{"SettleHappensOnceWithOneEvent", testSettleOnce},
		{"SettleNeedsDeliver", testSettleNeedsDeliver},
		{"AnswerOfASettledPaymentIsReplacedOnce", testReplace},
		{"SentIsRememberedWhileSettling", testSent},
		{"RefuseForgetsOnlyTheUnsettled", testRefuse},
		{"StuckIsHandedToOneCallerAtATime", testStuck},
		{"PurgeKeepsWhatIsOwed", testPurge},
		{"KeepingBeginsWithTheSettlement", testLateSettlement},
		{"ReservationOfADeadProcessIsReplaced", testDeadProcess},
		{"TakeOverCallsTheOthersDead", testTakeOver},
		{"SettlementOfADeadProcessIsTakenAtOnce", testDeadSettlement},
		{"OneOpenPaymentIsTakenByItsKey", testTakeOne},
		{"SettlementsAreCheckedUntilTheyAreFinal", testUnconfirmed},
		{"RevertedSettlementIsMadeAgain", testReopen},
		{"RevertedSettlementIsMarked", testRevert},
		{"AnswerIsForgottenAfterItsTime", testForget},
		{"EveryStateSurvivesLosingTheProcess", testSurvives},
		{"AnswersOfAnyKindAndSize", testAnswers},
		{"OneOfManyReserves", testReserveRace},
		{"OneOfManyReservesAPurchase", testPurchaseRace},
		{"OneOfManyReplacesTheDead", testDeadRace},
		{"OneOfManyLivesSettles", testLifeRace},
		{"LedgerEqualsItsModel", testModel},
		{"EventsAreListedInOrder", testEvents},
		{"UnlistedEventsAreCountedAlone", testUnlisted},
		{"HostileTextIsStored", testHostileText},
		{"InvalidPriceIsRefusedWhole", testInvalidPrice},
		{"CursorMissesNothing", testCursor},
		{"TotalsEqualARecount", testTotals},
		{"RevenueIsExact", testRevenue},
		{"TotalsOfManyWritersAddUp", testManyWriters},
		{"ClearRejectedClearsThatAlone", testClearRejected},
		{"ClearRejectedLosesNothing", testClearRace},
		{"SlowLogIsNewestFirst", testSlowLog},
		{"PruneKeepsTotalsAndIDs", testPrune},
		{"PeriodsEqualARecount", testPeriods},
		{"PeriodsOfSalesEqualTheLedger", testPeriodsOfSales},
		{"NetworksEqualARecount", testNetworks},
		{"TidyingLosesNothing", testTidyRace},
		{"TidyingDeletesTheOldAlone", testTidyDeletes},
		{"OpenPaymentsAreListed", testOpenPayments},
		{"ChannelIsKeptAsItWasGiven", testChannelKept},
		{"ChannelIsHeldByOneAttempt", testChannelReservedOnce},
		{"ChannelOfADeadProcessIsFree", testChannelOfDeadProcess},
		{"ChargeIsAnAnswerThatWasPaid", testCharge},
		{"ChargeIsWholeOrNotAtAll", testChargeWhole},
		{"ChargeByWhomTheChannelHasChangedFor", testChargeUnseen},
		{"ChannelOfWhichNothingWasHeardIsStale", testChannelStale},
		{"HoldFindsWhatWasBoughtByExactPayment", testHoldFindsExact},
		{"SyncKeepsTheLatestBlock", testSync},
		{"RefundStopsCalls", testChannelRefund},
		{"OwingChannelsAreWatched", testWatched},
		{"ChannelStandingIsTold", testChannelStanding},
		{"OneOfManyIsCharged", testChannelRace},
		{"TurnIsOneHoldersAtATime", testTurn},
		{"OneOfManyTakesATurn", testTurnRace},
		{"SignOutIsKnownEverywhere", testSignOut},
		{"LedgerHasOneMarkForGood", testMark},
		{"FundedChannelStaysFunded", testFund},
	} {
		t.Run(rule.name, func(t *testing.T) { rule.test(t, fresh(t)) })
	}
}

// start is the time of the tests: whole nanoseconds, so that it comes back as it went.
var start = time.Date(2026, 3, 4, 5, 6, 7, 123456789, time.UTC)

const (
	network = "eip155:8453"
	alice   = "0xa11ce00000000000000000000000000000000000"
	bob     = "0xb0b0000000000000000000000000000000000000"
	carol   = "CWMCj42iUsHEUjvF34kRevMQUz2PUcB7jkwWgsSxaW3q" // on Solana, where a small letter is another one
)

func random() string {
	b := make([]byte, 32)
	rand.Read(b) // never fails
	return "0x" + hex.EncodeToString(b)
}

// reservation is an attempt of alice's with a nonce and an owner of its own.
func reservation() payment.Reservation {
	nonce := random()
	return payment.Reservation{
		Key: payment.Key{
			Network: network,
			Payer:   alice,
			Nonce:   nonce,
		},
		RequestHash: "hash of GET /extract?url=x",
		Owner:       random(),
		Now:         start,
		LeaseUntil:  start.Add(time.Minute),
		KeepUntil:   start.Add(24 * time.Hour),
		Route:       "GET /extract",
		PriceUSD:    "0.002",
		Version:     1,
		Payload: x402.ExactPayload{Signature: "0x00", Authorization: x402.Authorization{
			From: "0xA11ce00000000000000000000000000000000000", Value: "2000", ValidAfter: "0", ValidBefore: "1999999999", Nonce: nonce,
		}},
		Requirement: x402.Requirement{
			Scheme:            x402.SchemeExact,
			Network:           network,
			Amount:            "2000",
			PayTo:             "naïve \u0000 ☕ <b>",
			MaxTimeoutSeconds: 60,
			Extra:             x402.Extra{Name: "USD Coin", Version: "2"},
		},
	}
}

var answer = []byte("sealed \x00 \xff ☕")

func paidEvent(r payment.Reservation) usage.Event {
	return usage.Event{
		Time: start.Add(2 * time.Second), Route: r.Route, Status: 200, Outcome: usage.OutcomePaid, PriceUSD: r.PriceUSD, Network: r.Key.Network,
		Payer: r.Key.Payer, Transaction: "0xfeed", Version: r.Version, Latency: 120 * time.Millisecond, Upstream: 80 * time.Millisecond,
	}
}

func mustReserve(t testing.TB, s Store, r payment.Reservation) {
	t.Helper()
	claim, _, err := s.Reserve(t.Context(), r)
	if err != nil || claim != payment.Claimed {
		t.Fatalf("Reserve = %v, %v; want it claimed", claim, err)
	}
}

func mustStoreAnswer(t testing.TB, s Store, r payment.Reservation) {
	t.Helper()
	mustReserve(t, s, r)
	if err := s.StoreAnswer(t.Context(), r.Key, r.Owner, answer, start.Add(time.Second)); err != nil {
		t.Fatalf("StoreAnswer: %v", err)
	}
}

func mustSettle(t testing.TB, s Store, r payment.Reservation) {
	t.Helper()
	mustStoreAnswer(t, s, r)
	settleAgain(t, s, r, true)
}

func settleAgain(t testing.TB, s Store, r payment.Reservation, want bool) {
	t.Helper()
	done, err := s.Settle(t.Context(), r.Key, payment.Transfer{Transaction: "0xfeed"}, start.Add(2*time.Second), paidEvent(r))
	if err != nil || done != want {
		t.Fatalf("Settle = %v, %v; want %v", done, err, want)
	}
}

// wantClaim reserves, checks the outcome, and returns the payment that then has r's name.
func wantClaim(t testing.TB, s Store, r payment.Reservation, want payment.Claim) *payment.Entry {
	t.Helper()
	claim, entry, err := s.Reserve(t.Context(), r)
	if err != nil {
		t.Fatalf("Reserve: %v", err)
	}
	if claim != want {
		t.Fatalf("Reserve = %d, want %d (entry %+v)", claim, want, entry)
	}
	if (entry == nil) != (claim == payment.Claimed) {
		t.Fatalf("Reserve = %d with the entry %+v", claim, entry)
	}
	if entry == nil {
		return find(t, s, r.Key)
	}
	return entry
}

func find(t testing.TB, s Store, key payment.Key) *payment.Entry {
	t.Helper()
	e, err := s.Find(t.Context(), key)
	if err != nil {
		t.Fatalf("Find: %v", err)
	}
	return e
}

func events(t testing.TB, s Store, since int64, limit int) []usage.Event {
	t.Helper()
	all, err := s.Events(t.Context(), since, limit)
	if err != nil {
		t.Fatalf("Events: %v", err)
	}
	return all
}

func appendAll(t testing.TB, s Store, all ...usage.Event) {
	t.Helper()
	if err := s.Append(t.Context(), all); err != nil {
		t.Fatalf("Append: %v", err)
	}
}

func summarize(t testing.TB, s Store) usage.Summary {
	t.Helper()
	sum, err := s.Summarize(t.Context())
	if err != nil {
		t.Fatalf("Summarize: %v", err)
	}
	return sum
}

func route(t testing.TB, sum usage.Summary, name string) usage.RouteUsage {
	t.Helper()
	for _, r := range sum.Routes {
		if r.Route == name {
			return r
		}
	}
	t.Fatalf("no totals of %q in %+v", name, sum.Routes)
	return usage.RouteUsage{}
}

func same(t testing.TB, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s:\n got %+v\nwant %+v", what, got, want)
	}
}

// together runs f n times at once and fails the test with the first error. f ends with ctx.
func together(t testing.TB, n int, f func(ctx context.Context, i int) error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute) // only a fault takes as long
	defer cancel()

	gate := make(chan struct{})
	errs := make([]error, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			<-gate
			errs[i] = f(ctx, i)
		})
	}

	close(gate)
	wg.Wait()
	for i, err := range errs {
		if err != nil {
			t.Fatal(fmt.Errorf("of %d at once, number %d: %w", n, i, err))
		}
	}
}

package svm_test

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/farebox/farebox/payment/eip3009/ethrpc"
	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/svm/svmtest"
)

// machineURL is the setting that names Solana's own virtual machine, as scripts/stockbuyers/litesvm serves it. Where it
// is set the tables run there too, and what they say of our dev chain is held against it.
const machineURL = "FAREBOX_LITESVM_URL"

// machine is the virtual machine behind JSON-RPC.
type machine struct {
	*testing.T
	url     string
	client  *ethrpc.Client
	reader  *svm.Chain
	network svm.Network
}

func newMachine(t *testing.T) *machine {
	t.Helper()
	m := &machine{
		T:       t,
		url:     os.Getenv(machineURL),
		network: svm.Builtin()[0],
	}
	if m.url == "" {
		t.Skip(machineURL + " is not set: scripts/stockbuyers/run.sh starts the machine and sets it")
	}
	client, err := ethrpc.Dial([]string{m.url}, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	m.client = client
	m.reader = svm.NewChain(client, m.network)
	m.call("lite_reset")
	m.SetLamports(svm.AddressOf(svmtest.Key(2)), sponsorSOL)
	return m
}

func (m *machine) call(method string, params ...any) {
	m.Helper()
	var done string
	if err := m.client.Call(context.Background(), &done, method, params...); err != nil {
		m.Fatal(err)
	}
}

// Network is the main network.
func (m *machine) Network() svm.Network { return m.network }

// RPCURL is where the machine answers.
func (m *machine) RPCURL() string { return m.url }

// Blockhash is the one that is valid.
func (m *machine) Blockhash() svm.Hash {
	m.Helper()
	var latest struct {
		Value struct {
			Blockhash svm.Address `json:"blockhash"`
		} `json:"value"`
	}
	if err := m.client.Call(context.Background(), &latest, "getLatestBlockhash"); err != nil {
		m.Fatal(err)
	}
	return svm.Hash(latest.Value.Blockhash)
}

// Open makes the token account of an owner.
func (m *machine) Open(owner svm.Address, units uint64) error {
	m.Helper()
	m.call("lite_token", svmtest.Held(m, m.network, owner), owner, units, false)
	return nil
}

// Freeze freezes the token account of an owner.
func (m *machine) Freeze(owner svm.Address) error {
	m.Helper()
	m.call("lite_token", svmtest.Held(m, m.network, owner), owner, m.Units(owner), true)
	return nil
}

// Units is what an owner holds; 0 without an account.
func (m *machine) Units(owner svm.Address) uint64 {
	held, err := m.reader.Holds(context.Background(), owner)
	if err != nil {
		return 0
	}
	return held
}

// Lamports is what an account holds for fees.
func (m *machine) Lamports(owner svm.Address) uint64 {
	m.Helper()
	held, err := m.reader.Lamports(context.Background(), owner)
	if err != nil {
		m.Fatal(err)
	}
	return held
}

// SetLamports changes what an account holds for fees.
func (m *machine) SetLamports(owner svm.Address, lamports uint64) {
	m.Helper()
	m.call("lite_lamports", owner, lamports)
}

// Advance lets slots go by.
func (m *machine) Advance(slots int) {
	m.Helper()
	m.call("lite_advance", slots)
}

// TestAttackMovesNothingOnTheRealMachine is the table of attacks where Solana's own programs judge.
func TestAttackMovesNothingOnTheRealMachine(t *testing.T) {
	for _, a := range attacks() {
		if a.devOnly != "" {
			continue
		}
		t.Run(a.why, func(t *testing.T) { a.run(worldOn(t, newMachine(t))) })
	}
}

// TestHonestPaymentsAreTakenOnTheRealMachine is the other half.
func TestHonestPaymentsAreTakenOnTheRealMachine(t *testing.T) {
	for _, h := range honests() {
		if h.devOnly != "" {
			continue
		}
		t.Run(h.why, func(t *testing.T) { h.run(worldOn(t, newMachine(t))) })
	}
}

// TestChainIsReadOnTheRealMachine asks the machine what the start asks a node.
func TestChainIsReadOnTheRealMachine(t *testing.T) {
	w := worldOn(t, newMachine(t))
	if err := errors.Join(w.f.Refresh(t.Context()), w.reader().Check(t.Context())); err != nil {
		t.Error(err)
	}
	if _, err := w.reader().Holds(t.Context(), w.seller); err != nil {
		t.Error(err)
	}
	request := w.request(w.order().Sign())
	first := w.settle(w.f, request)
	again := w.settle(w.f, request)
	if first.Repeated || !again.Repeated || first.Transaction != again.Transaction {
		t.Errorf("%+v, then %+v", first, again)
	}
	w.wantHeld(paid(1), "one payment")
}

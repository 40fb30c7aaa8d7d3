package server

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/facilitator/evm"
	"github.com/farebox/farebox/payment/facilitator/remote"
	svmfacilitator "github.com/farebox/farebox/payment/facilitator/svm"
	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/x402"
)

// Names of the checks of the keys that pay for settlements.
const (
	settlementKey  = "settlement_key"
	solanaKeyCheck = "solana_settlement_key"
)

// settler is who verifies and settles, as FACILITATOR_URL says.
type settler struct {
	facilitator facilitator.Facilitator
	evm         *evm.Facilitator            // our own; nil when there is none
	svm         *svmfacilitator.Facilitator // likewise
}

func newSettler(c Config, networks []x402.Network, mark eip3009.Mark, log *slog.Logger) (*settler, error) {
	if c.settlesItself() {
		return newOwnSettler(c, networks, mark, log)
	}
	f, err := newRemote(c, log)
	if err != nil {
		return nil, err
	}
	return &settler{facilitator: f}, nil
}

// newOwnSettler is this service's own: one for each kind of network.
func newOwnSettler(c Config, networks []x402.Network, mark eip3009.Mark, log *slog.Logger) (s *settler, err error) {
	s = &settler{}
	byNetwork := facilitator.ByNetwork{}
	s.facilitator = byNetwork
	defer func() {
		if err != nil {
			s.close()
		}
	}()

	if own := x402.OfKind(networks, x402.EVM); len(own) > 0 {
		if s.evm, err = c.evmSettler(own, mark, log); err != nil {
			return nil, err
		}
		for _, n := range own {
			byNetwork[n.CAIP2] = s.evm
		}
	}
	if own := x402.OfKind(networks, x402.SVM); len(own) > 0 {
		if s.svm, err = c.svmSettler(own, log); err != nil {
			return nil, err
		}
		for _, n := range own {
			byNetwork[n.CAIP2] = s.svm
		}
	}
	return s, nil
}

func (c *Config) evmSettler(networks []x402.Network, mark eip3009.Mark, log *slog.Logger) (*evm.Facilitator, error) {
	key, err := PrivateKey(c.SettlementKey)
	if err != nil {
		return nil, fmt.Errorf("SETTLEMENT_KEY: %w", err)
	}
	factories, err := walletFactories(c.Factories)
	if err != nil {
		return nil, err
	}
	return evm.New(networks, nil, key, evm.Options{
		SettleTimeout: c.facilitatorTime(),
		CallTimeout:   c.rpcTime,
		Poll:          c.look,
		Factories:     factories,
		Mark:          mark,
		Log:           log,
	})
}

func (c *Config) svmSettler(networks []x402.Network, log *slog.Logger) (*svmfacilitator.Facilitator, error) {
	key, err := svm.ParseKey(c.SolanaKey)
	if err != nil {
		return nil, fmt.Errorf("SOLANA_SETTLEMENT_KEY: %w", err)
	}

	var clusters []svm.Network
	for _, n := range networks {
		cluster, err := svm.NetworkOf(n)
		if err != nil {
			return nil, err
		}
		clusters = append(clusters, cluster)
	}
	return svmfacilitator.New(clusters, nil, key, svmfacilitator.Options{
		SettleTimeout: c.facilitatorTime(),
		CallTimeout:   c.rpcTime,
		Poll:          c.look,
		Log:           log,
	})
}

// newRemote is that of other services.
func newRemote(c Config, log *slog.Logger) (facilitator.Facilitator, error) {
	var auth remote.Auth
	if slices.Contains(splitList(c.FacilitatorURL), "cdp") {
		key, err := remote.ParseCDPKey(c.CDPKeyID, c.CDPKeySecret)
		if err != nil {
			return nil, fmt.Errorf("CDP_API_KEY_SECRET: %w", err)
		}
		auth = key.Auth(time.Now, rand.Reader)
	}

	endpoints, err := remote.ParseEndpoints(c.FacilitatorURL, c.Bearer, auth)
	if err != nil {
		return nil, fmt.Errorf("FACILITATOR_URL: %w", err)
	}
	return remote.New(endpoints, remote.Options{
		VerifyTimeout: c.VerifyTimeout,
		SettleTimeout: c.facilitatorTime(),
		Logger:        log,
	})
}

// ready says why payments on a network cannot be settled by our own keys; nil where they can, or others settle.
func (s *settler) ready(network string) error {
	switch {
	case strings.HasPrefix(network, svm.Namespace) && s.svm != nil:
		return s.svm.Ready(network)
	case s.evm != nil:
		return s.evm.Ready(network)
	}
	return nil
}

func (s *settler) close() {
	if s.evm != nil {
		s.evm.Close()
	}
	if s.svm != nil {
		s.svm.Close()
	}
}

// addProbes adds those of our own keys.
func (s *settler) addProbes(probes map[string]func(context.Context) error) {
	if s.evm != nil {
		probes[settlementKey] = probeMoney(s.evm, s.evm.Address().String(), "gas money",
			func(st evm.Status) (string, bool, bool) { return st.Network, st.Empty, st.LowBalance })
	}
	if s.svm != nil {
		probes[solanaKeyCheck] = probeMoney(s.svm, s.svm.Address().String(), "SOL for fees",
			func(st svmfacilitator.Status) (string, bool, bool) { return st.Network, st.Empty, st.LowBalance })
	}
}

// probeMoney refreshes the balances of a key and says where it cannot pay, or soon will not.
func probeMoney[S any](own interface {
	Refresh(ctx context.Context) error
	Status() []S
}, key, money string, stands func(S) (network string, empty, low bool)) func(context.Context) error {
	return func(ctx context.Context) error {
		failed := own.Refresh(ctx)
		var found scarcity
		for _, status := range own.Status() {
			found.note(stands(status))
		}
		return cmp.Or(found.of(key, money), failed)
	}
}

// scarcity is where a key has too little to pay with.
type scarcity struct{ empty, low []string }

func (s *scarcity) note(network string, empty, low bool) {
	switch {
	case empty:
		s.empty = append(s.empty, network)
	case low:
		s.low = append(s.low, network)
	}
}

// of says so for a key; nil when it has enough everywhere.
func (s *scarcity) of(key, money string) error {
	switch {
	case len(s.empty) > 0:
		return trouble(fmt.Sprintf("%s has no %s: nothing is sold on %s", key, money, strings.Join(s.empty, ", ")))
	case len(s.low) > 0:
		return trouble(fmt.Sprintf("%s holds little %s on %s", key, money, strings.Join(s.low, ", ")))
	}
	return nil
}

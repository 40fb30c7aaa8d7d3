package server

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/store"
)

// batchKey signs the claims of channels; nil when they are not offered.
func (c *Config) batchKey() (*ecdsa.PrivateKey, error) {
	if c.BatchKey == "" {
		return nil, nil
	}
	key, err := PrivateKey(c.BatchKey)
	if err != nil {
		return nil, fmt.Errorf("BATCH_SETTLEMENT_KEY: %w", err)
	}
	return key, nil
}

// probeStranded asks for what channels of another key have earned, or of any key where there is none: it is claimed by
// nobody, and payers can take it back.
func probeStranded(key *ecdsa.PrivateKey, db *store.Store) func(context.Context) error {
	var authorizer common.Address
	if key != nil {
		authorizer = crypto.PubkeyToAddress(key.PublicKey)
	}
	return func(ctx context.Context) error {
		stranded, err := db.Stranded(ctx, authorizer)
		if err != nil || stranded.Channels == 0 {
			return err
		}
		return trouble(fmt.Sprintf("%d payment channels owe $%s that this service does not claim, the oldest since %s, and %d "+
			"of them are being withdrawn: BATCH_SETTLEMENT_KEY is not the key that they were opened with; serve with that one "+
			"until farebox_channels_unclaimed_usd is 0", stranded.Channels, decimal.New(stranded.Unclaimed, -6),
			stranded.OldestCharge.Format(time.DateOnly), stranded.Withdrawing))
	}
}

// channelTerms are what quotes say about payment channels; nil when they offer none.
func (s *Server) channelTerms() (*payment.ChannelTerms, error) {
	if s.parts.Escrow == nil {
		return nil, nil
	}
	least, err := decimal.NewFromString(s.parts.Config.BatchLeast)
	if err != nil {
		return nil, fmt.Errorf("BATCH_MIN_DEPOSIT_USD: %w", err)
	}
	return &payment.ChannelTerms{
		Authorizer:    s.parts.Escrow.Authorizer(),
		WithdrawDelay: uint64(s.parts.Config.BatchDelay.Seconds()),
		MinDepositUSD: least,
	}, nil
}

// channels are how the gate takes payments by channel; nil when it takes none.
func (s *Server) channels() (*payment.ChannelOptions, error) {
	if s.parts.Escrow == nil {
		return nil, nil
	}
	at, err := decimal.NewFromString(s.parts.Config.BatchAt)
	if err != nil {
		return nil, fmt.Errorf("BATCH_CLAIM_USD: %w", err)
	}
	earned, err := decimal.NewFromString(s.parts.Config.BatchEarned)
	if err != nil {
		return nil, fmt.Errorf("BATCH_REFUND_EARNED_USD: %w", err)
	}
	return &payment.ChannelOptions{
		Ledger:        s.parts.Channels,
		Escrow:        meteredEscrow{s.parts.Escrow, s.settling},
		WithdrawDelay: s.parts.Config.BatchDelay,
		ClaimAt:       at,
		ClaimAfter:    s.parts.Config.BatchAfter,

		RefundEarned:      earned,
		PayerTransactions: s.parts.Config.BatchSent,
		Adopt:             s.parts.Config.BatchAdopt,
	}, nil
}

// dollars is the rule of amounts of money.
func dollars(text string) error {
	amount, err := decimal.NewFromString(text)
	if err != nil || amount.IsNegative() {
		return errors.New("must be an amount of US dollars, such as 0.50")
	}
	return nil
}

// probeChannels asks what payment channels hold. When the ledger does not say, the last answer stands.
func (m *monitor) probeChannels(ctx context.Context) {
	if m.parts.Channels == nil {
		return
	}
	standing, err := m.parts.Channels.ChannelStanding(ctx)
	if err != nil {
		m.parts.Log.Warn("payment channels are not known", "error", err)
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.channels = &standing
}

// channelMetrics are gauges of what the ledger last said of payment channels, the same on all replicas. It is empty if
// channels are not offered.
func (m *monitor) channelMetrics() []prometheus.Collector {
	if m.parts.Channels == nil {
		return nil
	}
	gauge := func(name, help string, value func(st *payment.ChannelStanding) float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 {
			m.mu.Lock()
			defer m.mu.Unlock()
			if m.channels == nil {
				return math.NaN()
			}
			return value(m.channels)
		})
	}

	return []prometheus.Collector{
		gauge("farebox_channels_unclaimed_usd", "What payment channels have earned and is not claimed on the chain.",
			func(st *payment.ChannelStanding) float64 { return float64(st.Unclaimed) / millionth }),
		gauge("farebox_channel_oldest_unclaimed_seconds",
			"Age of the oldest charge that is not claimed; 0 when all are.",
			func(st *payment.ChannelStanding) float64 {
				if st.OldestCharge.IsZero() {
					return 0
				}
				return max(0, m.parts.Now().Sub(st.OldestCharge).Seconds())
			}),
		gauge("farebox_channels_open", "Payment channels with money that nobody has earned.",
			func(st *payment.ChannelStanding) float64 { return float64(st.Open) }),
		gauge("farebox_channels_withdrawing", "Payment channels whose payer is withdrawing.",
			func(st *payment.ChannelStanding) float64 { return float64(st.Withdrawing) }),
		gauge("farebox_channels_short", "Payment channels that have earned more than they hold: that part is lost.",
			func(st *payment.ChannelStanding) float64 { return float64(st.Short) }),
	}
}

// millionth is how many of a ledger's units are a dollar.
const millionth = 1e6

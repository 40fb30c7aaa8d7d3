package payment

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/secret"
	"github.com/farebox/farebox/payment/facilitator"
)

// testOptions are those of a gate whose facilitator is the chain itself.
func testOptions(ledger Ledger, both interface {
	facilitator.Facilitator
	Chain
}) Options {
	return Options{
		Seller:              testSeller(),
		Facilitator:         both,
		Ledger:              ledger,
		Chain:               both,
		Secret:              testSecret(),
		VerifyTimeout:       10 * time.Second,
		SettleTimeout:       time.Minute,
		MaxInFlightPerPayer: 256,
		Log:                 slog.New(slog.DiscardHandler),
	}
}

func testSecret() secret.Secret {
	s, err := secret.Parse(strings.Repeat("5ec2e7", 11))
	if err != nil {
		panic(err)
	}
	return s
}

func TestGateRefusesSettingsItCannotServeWith(t *testing.T) {
	for _, tt := range []struct {
		why    string
		change func(*Options)
		ok     bool
	}{
		{"as they are", func(*Options) {}, true},
		{"no facilitator", func(o *Options) { o.Facilitator = nil }, false},
		{"no ledger", func(o *Options) { o.Ledger = nil }, false},
		{"no chain", func(o *Options) { o.Chain = nil }, false},
		{"no secret", func(o *Options) { o.Secret = secret.Secret{} }, false},
		{"no network", func(o *Options) { o.Seller.Networks = nil }, false},
		{"a verification would be cut off at once", func(o *Options) { o.VerifyTimeout = 0 }, false},
		{"a settlement would be cut off at once", func(o *Options) { o.SettleTimeout = 0 }, false},
		{"no payer could have a request under way", func(o *Options) { o.MaxInFlightPerPayer = 0 }, false},
		{"answers would be gone before they are paid", func(o *Options) { o.KeepAnswers = -time.Hour }, false},
	} {
		t.Run(tt.why, func(t *testing.T) {
			options := testOptions(&stuck{}, slow{})
			tt.change(&options)
			if _, err := NewGate(options, nil); (err == nil) != tt.ok {
				t.Errorf("error %v", err)
			}
		})
	}
}

func TestPaidAnswersAreKeptForTheSettingOrAnHourPastTheAuthorization(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		keep  time.Duration
		valid time.Duration // of the authorization, from now
		want  time.Duration
		why   string
	}{
		{24 * time.Hour, 2 * time.Minute, 24 * time.Hour, "the setting"},
		{24 * time.Hour, 48 * time.Hour, 49 * time.Hour, "the authorization outlives the setting"},
		{time.Minute, 2 * time.Minute, 62 * time.Minute, "likewise"},
		{0, 2 * time.Minute, 62 * time.Minute, "nothing beyond what a repeat needs"},
	} {
		t.Run(tt.why, func(t *testing.T) {
			options := testOptions(&stuck{}, slow{})
			options.KeepAnswers = tt.keep
			g, err := NewGate(options, nil)
			if err != nil {
				t.Fatal(err)
			}

			a := &attempt{
				gate:  g,
				quote: &quote{},
				offer: offer{validBefore: now.Add(tt.valid)},
			}
			if got := a.reservation(now).KeepUntil.Sub(now); got != tt.want {
				t.Errorf("kept for %v, want %v", got, tt.want)
			}
		})
	}
}

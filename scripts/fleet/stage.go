package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"os"
	"slices"
	"syscall"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/gen"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/payment/devchain"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/sdk/go/pay"
	"github.com/farebox/farebox/server/standins"
)

const (
	// settleTimeout is the replicas' SETTLE_TIMEOUT: short, so that open payments are resumed soon.
	settleTimeout = 8 * time.Second
	// payers is how many accounts buy: pending payments are bounded per payer.
	payers = 300
	// wealth is each payer's balance, in atomic units: a thousand dollars.
	wealth = 1_000_000_000
	// blockTime is the chain's.
	blockTime = time.Second
)

// stage is everything around the replicas: chain, facilitator, data providers and balancer.
type stage struct {
	dir      string
	spec     *spec.Spec
	network  x402.Network
	chain    *devchain.Chain
	settler  *settler
	internet *internet
	balancer *balancer
	payTo    common.Address
	payers   []*pay.Key
	replicas []*replica
	redis    *redis    // nil without
	channels *channels // nil without
}

// staging is what a stage is made with.
type staging struct {
	dir      string
	database string
	redis    bool
	channels bool     // the replicas settle by themselves, and sell by channel too
	binaries []string // of the replicas
}

// newStage starts what the replicas need, but no replica yet.
func newStage(ctx context.Context, made staging) (s *stage, err error) {
	s = &stage{
		dir:     made.dir,
		network: x402.Builtin()[0],
	}

	defer func() {
		if err != nil {
			err = errors.Join(err, s.close())
		}
	}()

	if made.channels {
		if s.channels, err = newChannels(len(made.binaries)); err != nil {
			return s, err
		}
	}

	if s.spec, err = spec.Load(gen.OpenAPI); err != nil {
		return s, err
	}
	if err := s.newChain(); err != nil {
		return s, err
	}
	if s.settler, err = newSettler(s.chain, s.network); err != nil {
		return s, err
	}
	if s.internet, err = newInternet(made.dir); err != nil {
		return s, err
	}

	if made.redis {
		if s.redis, err = newRedis(ctx, made.dir); err != nil {
			return s, err
		}
	}

	return s, s.newReplicas(ctx, made.database, made.binaries)
}

func (s *stage) newChain() error {
	balances := map[common.Address]*big.Int{}
	for range payers {
		secret := make([]byte, 32)
		if _, err := rand.Read(secret); err != nil {
			return err
		}
		key, err := pay.NewKey(hex.EncodeToString(secret))
		if err != nil {
			return err
		}
		s.payers = append(s.payers, key)
		balances[common.HexToAddress(key.Address())] = big.NewInt(wealth)
	}

	seller, err := crypto.GenerateKey()
	if err != nil {
		return err
	}
	s.payTo = crypto.PubkeyToAddress(seller.PublicKey)
	options := devchain.Options{
		Interval: blockTime,
		Balances: balances,
		Log:      slog.Default(),
	}
	if s.channels != nil {
		if err := s.channels.fund(&options); err != nil {
			return err
		}
	}
	s.chain, err = devchain.New(options)
	return err
}

// newReplicas makes the replicas and the balancer in front of them.
func (s *stage) newReplicas(ctx context.Context, database string, binaries []string) error {
	secret := make([]byte, 32)
	if _, err := rand.Read(secret); err != nil {
		return err
	}
	env := []string{
		"PATH=" + os.Getenv("PATH"),
		"HOME=" + s.dir,
		"DATABASE_URL=" + database,
		"SERVER_SECRET=" + hex.EncodeToString(secret),
		"PAY_TO_ADDRESS=" + s.payTo.Hex(),
		"FACILITATOR_URL=" + s.settler.url,
		"PAYMENT_RPC_URL_BASE=" + s.chain.RPCURL(),
		"PUBLIC_BASE_URL=https://api.farebox.test",
		"SETTLE_TIMEOUT=" + settleTimeout.String(),
		"VERIFY_TIMEOUT=5s",
		"RECONCILE_EVERY=2s",
		"DRAIN_DELAY=2s", // the balancer polls readiness more often
		"MPP=true",
		"HTTPS_PROXY=" + s.internet.url,
		"HTTP_PROXY=" + s.internet.url,
		"NO_PROXY=127.0.0.1",
		"SSL_CERT_FILE=" + s.internet.roots,
		"LOG_LEVEL=info",
	}
	for name, value := range standins.Keys {
		env = append(env, name+"="+value)
	}
	if s.redis != nil {
		env = append(env, "CACHE_URL="+s.redis.url)
	}

	var hosts []string
	for i, binary := range binaries {
		own := env
		if s.channels != nil {
			own = slices.Concat(env, s.channels.settings(i))
		}
		r, err := newReplica(fmt.Sprintf("replica%d", i+1), binary, s.dir, own)
		if err != nil {
			return err
		}
		s.replicas = append(s.replicas, r)
		hosts = append(hosts, r.address)
	}
	var err error
	s.balancer, err = newBalancer(ctx, hosts...)
	if err == nil && s.channels != nil {
		s.channels.origin = s.balancer.url
	}
	return err
}

// startAll starts the replicas together, as a rollout may, and waits until all are ready.
func (s *stage) startAll(ctx context.Context) error {
	for _, r := range s.replicas {
		if err := r.start(); err != nil {
			return err
		}
	}
	for _, r := range s.replicas {
		if err := r.awaitReady(ctx); err != nil {
			return err
		}
	}
	time.Sleep(2 * readyEvery) // the balancer has to see it
	return nil
}

// close ends what was started.
func (s *stage) close() error {
	var errs []error
	for _, r := range s.replicas {
		errs = append(errs, r.end(syscall.SIGKILL))
	}

	if s.balancer != nil {
		errs = append(errs, s.balancer.server.Close())
	}
	if s.settler != nil {
		errs = append(errs, s.settler.close())
	}

	if s.internet != nil {
		s.internet.close()
	}
	if s.redis != nil {
		s.redis.stop()
	}

	if s.chain != nil {
		errs = append(errs, s.chain.Close())
	}
	return errors.Join(errs...)
}

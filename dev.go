package main

import (
	"context"
	"crypto/ecdsa"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"
	"github.com/gofrs/flock"

	"github.com/farebox/farebox/payment/devchain"
	"github.com/farebox/farebox/server"
)

// devCmd serves on a chain of its own. Everything it makes is in Dir and worth nothing.
type devCmd struct {
	Dir       string        `default:".dev" help:"Directory for the database, downloaded lists and the buyer's key."`
	ChainID   uint64        `default:"8453" help:"Chain id. Stock buyers know the token of 8453 (Base)."`
	ChainPort int           `default:"8545" help:"Port of the chain's JSON-RPC on 127.0.0.1; 0 takes a free one."`
	BlockTime time.Duration `default:"2s" help:"Time between blocks; 0s makes a block for each transaction at once."`
	Database  string        `help:"Database URL, instead of a SQLite file in the directory. Never one with real payments: this chain knows nothing of them and would call them unpaid. DATABASE_URL is not heeded for that reason."`
}

// Run starts the chain, fills in what is not configured and serves. Until the directory is locked, the settings are
// found right and the address is open, it changes nothing: the directory may be that of a server that is running.
func (d devCmd) Run(ctx context.Context) error {
	unlock, err := d.lock()
	if err != nil {
		return err
	}
	defer unlock()
	chain, err := d.chain()
	if err != nil {
		return err
	}
	defer chain.Close()
	c, err := d.settings(chain)
	if err != nil {
		return err
	}
	log, err := newLog(c)
	if err != nil {
		return err
	}
	server.LimitMemory(log)
	listener, err := server.Listen(c.Listen)
	if err != nil {
		return err
	}

	buyerKey := hex.EncodeToString(crypto.FromECDSA(chain.BuyerKey()))
	s, closeAll, err := d.build(ctx, c, buyerKey, log)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer closeAll()
	return s.Serve(ctx, listener, func(addr net.Addr) { d.announce(ctx, c, chain, addr, buyerKey) })
}

// lock keeps a second server out of the directory; unlock gives it back. The system does so too when the process ends
// in whatever way, so that a dead process blocks nobody.
func (d devCmd) lock() (unlock func(), err error) {
	if err := os.MkdirAll(d.Dir, 0o700); err != nil {
		return nil, err
	}

	path := filepath.Join(d.Dir, "lock")
	held := flock.New(path, flock.SetPermissions(0o600))
	ok, err := held.TryLock()
	if err != nil {
		return nil, fmt.Errorf("locking %s: %w", path, err)
	}

	if !ok {
		return nil, fmt.Errorf("another farebox dev%s is using %s: stop it, or start this one in a directory and "+
			"on ports of its own: LISTEN_ADDR=127.0.0.1:8403 farebox dev --dir .dev2 --chain-port 0",
			holder(path), d.Dir)
	}

	if err := os.WriteFile(path, fmt.Appendln(nil, os.Getpid()), 0o600); err != nil { // for holder alone
		return nil, errors.Join(fmt.Errorf("locking %s: %w", path, err), held.Unlock())
	}
	return func() { _ = held.Unlock() }, nil
}

// holder is who has the lock, as far as its file tells.
func holder(path string) string {
	text, err := os.ReadFile(path)
	pid := strings.TrimSpace(string(text))
	if err != nil || pid == "" {
		return ""
	}
	return " (process " + pid + ")"
}

// settings are those of the environment, with what it lacks and what belongs to the chain.
func (d devCmd) settings(chain *devchain.Chain) (server.Config, error) {
	payTo, err := crypto.GenerateKey()
	if err != nil {
		return server.Config{}, err
	}
	attestor, err := crypto.GenerateKey()
	if err != nil {
		return server.Config{}, err
	}

	env := environment()
	d.fill(env, chain, payTo, attestor)
	c, err := server.ConfigFrom(env)
	return c, server.Together(err, c.Surroundings())
}

// build puts the service on an empty database. The chain is new with every start, so that payments of an earlier one
// mean nothing.
func (d devCmd) build(
	ctx context.Context, c server.Config, buyerKey string, log *slog.Logger,
) (*server.Server, func(), error) {
	if err := os.WriteFile(filepath.Join(d.Dir, "buyer.key"), []byte("0x"+buyerKey+"\n"), 0o600); err != nil {
		return nil, nil, err
	}
	if d.Database == "" {
		for _, suffix := range []string{"", "-wal", "-shm"} {
			if err := os.Remove(d.sqlite() + suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
				return nil, nil, err
			}
		}
	}
	return server.Build(ctx, c, buildVersion(), log)
}

func (d devCmd) sqlite() string { return filepath.Join(d.Dir, "farebox.sqlite") }

// fill adds the settings that env lacks, and those that belong to the chain whatever env says.
func (d devCmd) fill(env map[string]string, chain *devchain.Chain, payTo, attestor *ecdsa.PrivateKey) {
	for name, value := range map[string]string{
		"LISTEN_ADDR":      "127.0.0.1:8402",
		"LOG_FORMAT":       "text",
		"DATA_DIR":         filepath.Join(d.Dir, "data"),
		"PAY_TO_ADDRESS":   crypto.PubkeyToAddress(payTo.PublicKey).Hex(),
		"ATTESTOR_KEY":     hex.EncodeToString(crypto.FromECDSA(attestor)),
		"MPP":              "true",
		"PROVIDER_CHECKS":  "0s",
		"PAYMENT_NETWORKS": fmt.Sprintf("eip155:%d|%s|%s|USD Coin|2|6", d.ChainID, d.networkName(), chain.Token().Hex()),
	} {
		if env[name] == "" {
			env[name] = value
		}
	}

	if env["PUBLIC_BASE_URL"] == "" {
		env["PUBLIC_BASE_URL"] = "http://" + reachable(env["LISTEN_ADDR"])
	}

	// Payments of this chain can be settled nowhere else, and those of others not here.
	env["FACILITATOR_URL"] = "self"
	env["SETTLEMENT_KEY"] = hex.EncodeToString(crypto.FromECDSA(chain.SettlementKey()))
	env["PAYMENT_RPC_URL_"+d.rpcName()] = chain.RPCURL()
	if env["DATABASE_URL"] = d.Database; d.Database == "" {
		env["DATABASE_URL"] = "sqlite:" + d.sqlite()
	}
}

func (d devCmd) chain() (*devchain.Chain, error) {
	buyer, err := crypto.GenerateKey()
	if err != nil {
		return nil, err
	}

	o := devchain.Options{
		ChainID:  d.ChainID,
		Port:     d.ChainPort,
		Interval: d.BlockTime,
		BuyerKey: buyer,
		Accounts: map[common.Address]types.Account{ // ether to withdraw from a channel by itself
			crypto.PubkeyToAddress(buyer.PublicKey): {Balance: big.NewInt(params.Ether)},
		},
	}
	if d.BlockTime == 0 {
		o.Mode = devchain.AtOnce
	}

	chain, err := devchain.New(o)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("another program, perhaps another dev server, listens on port %d already; "+
			"end it, or give this chain another port with --chain-port (0 takes a free one): %w", d.ChainPort, err)
	}
	return chain, err
}

// networkName is the version 1 name of the chain: stock version 1 buyers know base and base-sepolia.
func (d devCmd) networkName() string {
	switch d.ChainID {
	case 8453:
		return "base"
	case 84532:
		return "base-sepolia"
	default:
		return ""
	}
}

func (d devCmd) rpcName() string {
	switch d.ChainID {
	case 8453:
		return "BASE"
	case 84532:
		return "BASE_SEPOLIA"
	default:
		return fmt.Sprintf("EIP155_%d", d.ChainID)
	}
}

// reachable is an address that a client on this machine can use for a listener on listen.
func reachable(listen string) string {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return listen
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}

func (d devCmd) announce(ctx context.Context, c server.Config, chain *devchain.Chain, addr net.Addr, buyerKey string) {
	buyer := crypto.PubkeyToAddress(chain.BuyerKey().PublicKey)
	balance, err := chain.BalanceOf(ctx, buyer)
	if err != nil {
		balance = new(big.Int)
	}
	payer := "--dev" // which looks in the default directory
	if d.Dir != ".dev" {
		payer = "--key 0x" + buyerKey
	}
	fmt.Printf(`Farebox dev server
  service     http://%s
  chain       %s  (chain id %d, a block every %s)
  token       %s  USDC-like, EIP-3009, worth nothing
  pay to      %s
  buyer       %s  holding $%s
  buyer key   0x%s  (also in %s)

Try:
  farebox pay %s --max-usd 0.01 'http://%s/crypto/hash?algo=keccak256&input=hello'
`, reachable(addr.String()), chain.RPCURL(), chain.ChainID(), d.BlockTime, chain.Token().Hex(), common.HexToAddress(c.PayTo).Hex(),
		buyer.Hex(), new(big.Int).Div(balance, big.NewInt(1_000_000)), buyerKey, filepath.Join(d.Dir, "buyer.key"), payer, reachable(addr.String()))
}

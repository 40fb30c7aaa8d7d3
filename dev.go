package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"
	"github.com/gofrs/flock"

	"github.com/farebox/farebox/payment/devchain"
	"github.com/farebox/farebox/payment/devsol"
	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/server"
)

// devCmd serves on chains of its own: one of EVM and one like Solana. Everything it makes is in Dir and worth nothing.
type devCmd struct {
	Dir       string        `default:".dev" help:"Directory for the database, downloaded lists and the buyer's key."`
	ChainID   uint64        `default:"8453" help:"Chain id. Stock buyers know the token of 8453 (Base)."`
	ChainPort int           `default:"8545" help:"Port of the chain's JSON-RPC on 127.0.0.1; 0 takes a free one."`
	SolPort   int           `name:"solana-port" default:"8899" help:"Port of the JSON-RPC of the chain like Solana on 127.0.0.1; 0 takes a free one."`
	BlockTime time.Duration `default:"2s" help:"Time between blocks of the EVM chain; 0s makes a block for each transaction at once."`
	Permit2   bool          `env:"DEV_PERMIT2" help:"The token of the EVM chain has no EIP-3009: it is paid with by Permit2, which the buyer has approved."`
	Database  string        `help:"Database URL, instead of a SQLite file in the directory. Never one with real payments: this chain knows nothing of them and would call them unpaid. DATABASE_URL is not heeded for that reason."`
}

// devChains are the chains of a dev server, with what it has on them.
type devChains struct {
	*devchain.Chain
	solana *devsol.Chain
	seller ed25519.PrivateKey // of the wallet on Solana that is paid
}

func (c *devChains) close() {
	_ = c.Close()
	_ = c.solana.Close()
}

// Run starts the chains, fills in what is not configured and serves. Until the directory is locked, the settings are
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
	defer chain.close()
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

	s, closeAll, err := d.build(ctx, c, chain, log)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer closeAll()
	return s.Serve(ctx, listener, func(addr net.Addr) { d.announce(ctx, c, chain, addr) })
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
func (d devCmd) settings(chain *devChains) (server.Config, error) {
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

// build puts the service on an empty database. The chains are new with every start, so that payments of earlier ones
// mean nothing.
func (d devCmd) build(
	ctx context.Context, c server.Config, chain *devChains, log *slog.Logger,
) (*server.Server, func(), error) {
	for name, key := range map[string]string{
		"buyer.key":        "0x" + hex.EncodeToString(crypto.FromECDSA(chain.BuyerKey())),
		"solana-buyer.key": svm.Signature(chain.solana.BuyerKey()).String(),
	} {
		if err := os.WriteFile(filepath.Join(d.Dir, name), []byte(key+"\n"), 0o600); err != nil {
			return nil, nil, err
		}
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

// fill adds the settings that env lacks, and those that belong to the chains whatever env says.
func (d devCmd) fill(env map[string]string, chain *devChains, payTo, attestor *ecdsa.PrivateKey) {
	for name, value := range map[string]string{
		"LISTEN_ADDR":      "127.0.0.1:8402",
		"LOG_FORMAT":       "text",
		"DATA_DIR":         filepath.Join(d.Dir, "data"),
		"PAY_TO_ADDRESS":   crypto.PubkeyToAddress(payTo.PublicKey).Hex(),
		"ATTESTOR_KEY":     hex.EncodeToString(crypto.FromECDSA(attestor)),
		"MPP":              "true",
		"PROVIDER_CHECKS":  "0s",
		"PAYMENT_NETWORKS": d.network(chain) + ",solana",
	} {
		if env[name] == "" {
			env[name] = value
		}
	}

	if env["PUBLIC_BASE_URL"] == "" {
		env["PUBLIC_BASE_URL"] = "http://" + reachable(env["LISTEN_ADDR"])
	}

	// Payments of these chains can be settled nowhere else, and those of others not here.
	env["FACILITATOR_URL"] = "self"
	env["SETTLEMENT_KEY"] = hex.EncodeToString(crypto.FromECDSA(chain.SettlementKey()))
	env["PAYMENT_RPC_URL_"+d.rpcName()] = chain.RPCURL()
	env["PAY_TO_ADDRESS_SOLANA"] = svm.AddressOf(chain.seller).String()
	env["SOLANA_SETTLEMENT_KEY"] = svm.Signature(chain.solana.FeePayerKey()).String()
	env["PAYMENT_RPC_URL_SOLANA"] = chain.solana.RPCURL()
	if env["DATABASE_URL"] = d.Database; d.Database == "" {
		env["DATABASE_URL"] = "sqlite:" + d.sqlite()
	}
}

// network is the EVM chain as PAYMENT_NETWORKS names it.
func (d devCmd) network(chain *devChains) string {
	if d.Permit2 {
		return fmt.Sprintf("eip155:%d||%s|||6|permit2", d.ChainID, chain.Token().Hex())
	}
	return fmt.Sprintf("eip155:%d|%s|%s|USD Coin|2|6", d.ChainID, d.networkName(), chain.Token().Hex())
}

func (d devCmd) chain() (*devChains, error) {
	chain, err := d.evmChain()
	if err != nil {
		return nil, err
	}

	_, seller, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	solana, err := devsol.New(devsol.Options{
		Port:     d.SolPort,
		Balances: map[svm.Address]uint64{svm.AddressOf(seller): 0},
	})
	if err != nil {
		return nil, errors.Join(busy(err, d.SolPort, "--solana-port"), chain.Close())
	}
	return &devChains{
		Chain:  chain,
		solana: solana,
		seller: seller,
	}, nil
}

// busy says what to do about a port that another program listens on. Other errors stay as they are.
func busy(err error, port int, flag string) error {
	if !errors.Is(err, syscall.EADDRINUSE) {
		return err
	}
	return fmt.Errorf("another program, perhaps another dev server, listens on port %d already; "+
		"end it, or give this chain another port with %s (0 takes a free one): %w", port, flag, err)
}

func (d devCmd) evmChain() (*devchain.Chain, error) {
	buyer, err := crypto.GenerateKey()
	if err != nil {
		return nil, err
	}

	o := devchain.Options{
		ChainID:  d.ChainID,
		Port:     d.ChainPort,
		Interval: d.BlockTime,
		BuyerKey: buyer,
		Permit2:  d.Permit2,
		Accounts: map[common.Address]types.Account{ // ether to withdraw from a channel by itself
			crypto.PubkeyToAddress(buyer.PublicKey): {Balance: big.NewInt(params.Ether)},
		},
	}
	if d.BlockTime == 0 {
		o.Mode = devchain.AtOnce
	}

	chain, err := devchain.New(o)
	return chain, busy(err, d.ChainPort, "--chain-port")
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
	switch {
	case d.ChainID == 8453 && !d.Permit2:
		return "BASE"
	case d.ChainID == 84532 && !d.Permit2:
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

func (d devCmd) announce(ctx context.Context, c server.Config, chain *devChains, addr net.Addr) {
	buyerKey := hex.EncodeToString(crypto.FromECDSA(chain.BuyerKey()))
	solanaBuyer := svm.AddressOf(chain.solana.BuyerKey())
	buyer := crypto.PubkeyToAddress(chain.BuyerKey().PublicKey)
	balance, err := chain.BalanceOf(ctx, buyer)
	if err != nil {
		balance = new(big.Int)
	}
	payer := "--dev" // which looks in the default directory, and for the chain at the default port
	solanaPayer := "--dev --solana"
	if d.Dir != ".dev" {
		payer = "--key 0x" + buyerKey
	}
	if d.Dir != ".dev" || d.SolPort != devSolanaPort {
		solanaPayer = fmt.Sprintf("--solana --solana-key \"$(cat %s)\" --rpc %s",
			filepath.Join(d.Dir, "solana-buyer.key"), chain.solana.RPCURL())
	}
	call := fmt.Sprintf("--max-usd 0.01 'http://%s/crypto/hash?algo=keccak256&input=hello'", reachable(addr.String()))
	fmt.Printf(`Farebox dev server
  service     http://%s
  chain       %s  (chain id %d, a block every %s)
  token       %s  USDC-like, %s, worth nothing
  pay to      %s
  buyer       %s  holding $%s
  buyer key   0x%s  (also in %s)
  solana      %s  (slots of 400ms), pay to %s
  buyer       %s  holding $%s, key in %s

Try:
  farebox pay %s %s
  farebox pay %s %s
`, reachable(addr.String()), chain.RPCURL(), chain.ChainID(), d.BlockTime, chain.Token().Hex(), x402.Network{Permit2: d.Permit2}.Method(), common.HexToAddress(c.PayTo).Hex(),
		buyer.Hex(), new(big.Int).Div(balance, big.NewInt(1_000_000)), buyerKey, filepath.Join(d.Dir, "buyer.key"),
		chain.solana.RPCURL(), svm.AddressOf(chain.seller), solanaBuyer,
		strconv.FormatUint(chain.solana.Units(solanaBuyer)/1_000_000, 10), filepath.Join(d.Dir, "solana-buyer.key"),
		payer, call, solanaPayer, call)
}

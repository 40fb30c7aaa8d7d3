package main

import (
	"crypto/ecdsa"
	"encoding/hex"
	"encoding/json"
	"math/big"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/payment/channel"
	"github.com/farebox/farebox/payment/devchain"
	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/sdk/go/pay"
)

// TestCommandWithdrawsWithoutTheSeller: the seller of the channel is gone, and the chain alone is asked.
func TestCommandWithdrawsWithoutTheSeller(t *testing.T) {
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	payer := crypto.PubkeyToAddress(key.PublicKey)
	var ahead atomic.Int64
	chain, err := devchain.New(devchain.Options{
		Mode:     devchain.AtOnce,
		BuyerKey: key,
		Accounts: map[common.Address]types.Account{payer: {Balance: big.NewInt(params.Ether)}},
		Now:      func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer chain.Close()
	config := channel.Config{
		Payer:              payer,
		PayerAuthorizer:    payer,
		Receiver:           common.HexToAddress("0x1111"),
		ReceiverAuthorizer: common.HexToAddress("0x2222"),
		Token:              chain.Token(),
		WithdrawDelay:      900,
	}
	deposit(t, chain, key, &config, 150_000)

	terms := termsText(&pay.ChannelTerms{
		PayTo:         config.Receiver.Hex(),
		Authorizer:    config.ReceiverAuthorizer.Hex(),
		WithdrawDelay: config.WithdrawDelay,
	})
	withdraw := func(state, amount string) {
		t.Helper()
		out, diag, code := shell(t, "", false, "--withdraw", "--rpc", chain.RPCURL(), "--terms", terms,
			"--key", hex.EncodeToString(crypto.FromECDSA(key)), "http://127.0.0.1:1/gone")
		var told pay.Withdrawal
		if code != 0 || json.Unmarshal([]byte(out), &told) != nil || told.State != state || told.AmountUSD != amount ||
			!strings.HasPrefix(diag, "withdraw ") {
			t.Fatalf("want %s of %s: exit %d\n%s\n%s", state, amount, code, out, diag)
		}
	}
	withdraw(pay.WithdrawalBegun, "0.15")
	withdraw(pay.WithdrawalWaiting, "0.15")
	ahead.Store(int64(16 * time.Minute))
	if _, err := chain.Commit(); err != nil {
		t.Fatal(err)
	}
	withdraw(pay.WithdrawalDone, "0.15")
	withdraw(pay.WithdrawalNothing, "0")
	if held, err := chain.BalanceOf(t.Context(), payer); err != nil || held.Int64() != 1_000_000_000 {
		t.Errorf("the payer holds %s (%v)", held, err)
	}
}

// deposit puts money into a channel, as a seller does.
func deposit(t *testing.T, chain *devchain.Chain, key *ecdsa.PrivateKey, config *channel.Config, units uint64) {
	t.Helper()
	d := channel.Deposit{
		Amount:      *uint256.NewInt(units),
		ValidBefore: *uint256.NewInt(uint64(time.Now().Add(time.Hour).Unix())),
	}
	network := x402.Builtin()[0]
	authorization := d.Authorization(config.Payer, config.ID(channel.Domain(network.ChainID)))
	digest := channel.DepositDigest(eip3009.DomainOf(network).Separator(), &authorization)
	signature, err := eip3009.Sign(key, digest)
	if err != nil {
		t.Fatal(err)
	}
	d.Signature = signature

	call := channel.PackDeposit(config, &d)
	tx, err := chain.Transact(t.Context(), chain.SettlementKey(), channel.Settlement, call)
	if err != nil {
		t.Fatal(err)
	}
	await.Until(t, "the deposit", func() bool {
		receipt, err := chain.Client().TransactionReceipt(t.Context(), tx.Hash())
		return err == nil && receipt.Status == types.ReceiptStatusSuccessful
	})
}

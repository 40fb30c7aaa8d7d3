package channel_test

import (
	"crypto/ecdsa"
	"encoding/json"
	"errors"
	"math/big"
	"os"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/payment/channel"
	"github.com/farebox/farebox/payment/devchain"
	"github.com/farebox/farebox/payment/devchain/contracts"
	"github.com/farebox/farebox/payment/devchain/published"
	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/x402"
)

const chainID = 8453

var (
	receiver   = common.HexToAddress("0x1111111111111111111111111111111111111111")
	authorizer = common.HexToAddress("0x2222222222222222222222222222222222222222")
)

func newKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func terms() *channel.Terms {
	token := eip3009.Domain{
		Name:     "USD Coin",
		Version:  "2",
		ChainID:  chainID,
		Contract: devchain.BaseUSDC,
	}
	return &channel.Terms{
		Receiver:      receiver,
		Authorizer:    authorizer,
		Token:         devchain.BaseUSDC,
		WithdrawDelay: 900,
		Domain:        channel.Domain(chainID),
		TokenDomain:   token.Separator(),
	}
}

func config(payer *ecdsa.PrivateKey) channel.Config {
	address := crypto.PubkeyToAddress(payer.PublicKey)
	return channel.Config{
		Payer:              address,
		PayerAuthorizer:    address,
		Receiver:           receiver,
		ReceiverAuthorizer: authorizer,
		Token:              devchain.BaseUSDC,
		WithdrawDelay:      900,
		Salt:               common.HexToHash("0x5a17"),
	}
}

// voucher is a payload with a voucher for sum, signed with key.
func voucher(t *testing.T, c channel.Config, key *ecdsa.PrivateKey, sum string) x402.ChannelPayload {
	t.Helper()
	domain := channel.Domain(chainID)
	id := c.ID(domain)
	signature, err := eip3009.Sign(key, channel.VoucherDigest(domain, id, uint256.MustFromDecimal(sum)))
	if err != nil {
		t.Fatal(err)
	}
	return x402.ChannelPayload{
		Type:          channel.KindVoucher,
		ChannelConfig: c.Wire(),
		Voucher: x402.Voucher{
			ChannelID:          id.Hex(),
			MaxClaimableAmount: sum,
			Signature:          hexutil.Encode(signature),
		},
	}
}

func TestVoucherOfTheChannelsOwnKeyIsTaken(t *testing.T) {
	key := newKey(t)
	in := voucher(t, config(key), key, "340282366920938463463374607431768211455") // 2^128-1
	p, err := channel.Read(&in, terms())
	if err != nil {
		t.Fatal(err)
	}
	if p.Most.BitLen() != 128 || p.ID.Hex() != in.Voucher.ChannelID {
		t.Errorf("read %s of %s", p.Most.Dec(), p.ID)
	}
}

func TestBadPaymentsAreRefusedByName(t *testing.T) {
	key := newKey(t)
	other := newKey(t)
	good := config(key)
	changed := func(change func(*channel.Config)) channel.Config {
		c := good
		change(&c)
		return c
	}
	signed := func(c channel.Config) x402.ChannelPayload { return voucher(t, c, key, "1000") }
	edited := func(change func(*x402.ChannelPayload)) x402.ChannelPayload {
		p := signed(good)
		change(&p)
		return p
	}

	for _, c := range []struct {
		why  string
		in   x402.ChannelPayload
		want string
	}{
		{"another key signed", voucher(t, good, other, "1000"), x402.ReasonVoucherSignature},
		{
			"the sum was raised", edited(func(p *x402.ChannelPayload) { p.Voucher.MaxClaimableAmount = "1001" }),
			x402.ReasonVoucherSignature,
		},
		{
			"the sum has 129 bits",
			edited(func(p *x402.ChannelPayload) {
				p.Voucher.MaxClaimableAmount = "340282366920938463463374607431768211456"
			}),
			x402.ReasonInvalidPayload,
		},
		{
			"the sum is negative", edited(func(p *x402.ChannelPayload) { p.Voucher.MaxClaimableAmount = "-1" }),
			x402.ReasonInvalidPayload,
		},
		{
			"the channel is not the one named",
			edited(func(p *x402.ChannelPayload) { p.Voucher.ChannelID = common.HexToHash("0x1").Hex() }),
			x402.ReasonChannelID,
		},
		{
			"the salt was changed",
			edited(func(p *x402.ChannelPayload) { p.ChannelConfig.Salt = common.HexToHash("0x1").Hex() }),
			x402.ReasonChannelID,
		},
		{
			"the name is not 32 bytes", edited(func(p *x402.ChannelPayload) { p.Voucher.ChannelID = "0x12" }),
			x402.ReasonChannelIDInvalid,
		},
		{
			"another receiver",
			signed(changed(func(c *channel.Config) { c.Receiver = authorizer })), x402.ReasonChannelReceiver,
		},
		{"another token", signed(changed(func(c *channel.Config) { c.Token = receiver })), x402.ReasonChannelToken},
		{
			"another authorizer of claims",
			signed(changed(func(c *channel.Config) { c.ReceiverAuthorizer = receiver })), x402.ReasonChannelAuthorizer,
		},
		{
			"a shorter delay",
			signed(changed(func(c *channel.Config) { c.WithdrawDelay = 899 })), x402.ReasonChannelDelay,
		},
		{
			"vouchers that only the chain could check",
			signed(changed(func(c *channel.Config) { c.PayerAuthorizer = common.Address{} })),
			x402.ReasonUnsupportedPayload,
		},
		{
			"no payer",
			signed(changed(func(c *channel.Config) { c.Payer = common.Address{} })), x402.ReasonInvalidPayload,
		},
		{"an unknown kind", edited(func(p *x402.ChannelPayload) { p.Type = "claim" }), x402.ReasonChannelPayload},
		{
			"a deposit without one",
			edited(func(p *x402.ChannelPayload) { p.Type = "deposit" }), x402.ReasonChannelPayload,
		},
		{
			"a deposit by Permit2",
			edited(func(p *x402.ChannelPayload) {
				p.Type = "deposit"
				p.Deposit = &x402.ChannelDeposit{Amount: "5"}
			}),
			x402.ReasonDepositUnsupported,
		},
		{
			"a refund of nothing",
			edited(func(p *x402.ChannelPayload) {
				p.Type = "refund"
				p.Amount = "0"
			}),
			x402.ReasonRefundAmount,
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			_, err := channel.Read(&c.in, terms())
			var refused channel.Refusal
			if !errors.As(err, &refused) || string(refused) != c.want {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func TestVoucherOfAnotherChainIsRefused(t *testing.T) {
	key := newKey(t)
	in := voucher(t, config(key), key, "1000")
	elsewhere := terms()
	elsewhere.Domain = channel.Domain(84532)
	if _, err := channel.Read(&in, elsewhere); err == nil || err.Error() != x402.ReasonChannelID {
		t.Errorf("got %v", err)
	}
}

// TestHashesAreTheContracts has the contract of the development chain make the same hashes.
func TestHashesAreTheContracts(t *testing.T) {
	accounts, err := published.Accounts(os.Getenv(published.EnvDir), 8453)
	if err != nil {
		t.Fatal(err)
	}
	chain, err := devchain.New(devchain.Options{Mode: devchain.Manual, Accounts: accounts})
	if err != nil {
		t.Fatal(err)
	}
	defer chain.Close()
	book := contracts.NewTestChannels()
	ask := func(data []byte) common.Hash {
		t.Helper()
		answer, err := chain.Client().CallContract(
			t.Context(), ethereum.CallMsg{To: &channel.Settlement, Data: data}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return common.BytesToHash(answer)
	}

	domain := channel.Domain(chain.ChainID())
	c := config(newKey(t))
	c.PayerAuthorizer = receiver
	c.WithdrawDelay = 2_592_000
	tuple := contracts.TestChannelsChannelConfig{
		Payer:              c.Payer,
		PayerAuthorizer:    c.PayerAuthorizer,
		Receiver:           c.Receiver,
		ReceiverAuthorizer: c.ReceiverAuthorizer,
		Token:              c.Token,
		WithdrawDelay:      new(big.Int).SetUint64(c.WithdrawDelay),
		Salt:               c.Salt,
	}
	id := c.ID(domain)
	if got := ask(book.PackGetChannelId(tuple)); got != id {
		t.Errorf("channel id %s, the contract says %s", id, got)
	}

	most := uint256.NewInt(123_456)
	nonce := uint256.NewInt(7)
	if got := ask(book.PackGetVoucherDigest(id, most.ToBig())); got != channel.VoucherDigest(domain, id, most) {
		t.Errorf("voucher digest: the contract says %s", got)
	}
	refund := channel.RefundDigest(domain, id, nonce, most)
	if got := ask(book.PackGetRefundDigest(id, nonce.ToBig(), most.ToBig())); got != refund {
		t.Errorf("refund digest: the contract says %s", got)
	}

	other := c
	other.Salt = common.HexToHash("0x2")
	otherTuple := tuple
	otherTuple.Salt = other.Salt
	claims := []channel.Claim{
		{Config: c, Most: *most, Total: *nonce},
		{Config: other, Most: *nonce, Total: *nonce},
	}
	rows := []contracts.TestChannelsVoucherClaim{
		{
			Voucher:      contracts.TestChannelsVoucher{Channel: tuple, MaxClaimableAmount: most.ToBig()},
			TotalClaimed: nonce.ToBig(),
		},
		{
			Voucher:      contracts.TestChannelsVoucher{Channel: otherTuple, MaxClaimableAmount: nonce.ToBig()},
			TotalClaimed: nonce.ToBig(),
		},
	}
	if got := ask(book.PackGetClaimBatchDigest(rows)); got != channel.ClaimDigest(domain, claims) {
		t.Errorf("digest of claims: the contract says %s", got)
	}
}

// TestDepositOfTheReferenceClientIsRead reads what the reference client of npm (@x402/evm 2.27.0) made of the same
// channel with the key 0x11..11, and signs it again.
func TestDepositOfTheReferenceClientIsRead(t *testing.T) {
	text, err := os.ReadFile("testdata/deposit.json")
	if err != nil {
		t.Fatal(err)
	}
	var in x402.ChannelPayload
	if err := json.Unmarshal(text, &in); err != nil {
		t.Fatal(err)
	}
	key, err := crypto.HexToECDSA(strings.Repeat("11", 32))
	if err != nil {
		t.Fatal(err)
	}
	p, err := channel.Read(&in, terms())
	if err != nil {
		t.Fatal(err)
	}
	if p.Config != config(key) || p.Most.Dec() != "1000" || p.Deposit.Amount.Dec() != "5000" {
		t.Errorf("read %+v", p)
	}

	ours := voucher(t, config(key), key, "1000")
	if ours.Voucher != in.Voucher {
		t.Errorf("our voucher is %+v, the client's %+v", ours.Voucher, in.Voucher)
	}
	in.Deposit.Amount = "5001"
	if _, err := channel.Read(&in, terms()); err == nil || err.Error() != x402.ReasonDepositSignature {
		t.Errorf("a larger deposit than was signed: %v", err)
	}
}

func TestConfigSurvivesTheWire(t *testing.T) {
	c := config(newKey(t))
	text, err := json.Marshal(c.Wire())
	if err != nil {
		t.Fatal(err)
	}
	var wire x402.ChannelConfig
	if err := json.Unmarshal(text, &wire); err != nil {
		t.Fatal(err)
	}
	if got, err := channel.ParseConfig(wire); err != nil || got != c {
		t.Errorf("%+v, %v", got, err)
	}
}

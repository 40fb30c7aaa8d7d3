// Package channel is the batch-settlement scheme of x402 on EVM chains: payment channels. A payer deposits once into a
// contract and then signs, for each request, a voucher for the sum of all that it owes. The seller checks vouchers
// without the chain and claims the last of each channel when it likes.
//
// It holds the messages that are signed, their form on the wire and the calls of the contract. What a channel owes is
// kept by package payment; the chain is asked by package evm.
//
// Sources: x402 specification, scheme_batch_settlement_evm; EIP-712; EIP-3009 (receiveWithAuthorization).
package channel

import (
	"encoding/binary"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/x402"
)

// Addresses of the contracts, the same on every chain. Source: x402 reference constants.
var (
	Settlement = common.HexToAddress("0x4020074e9dF2ce1deE5A9C1b5c3f541D02a10003")
	Collector  = common.HexToAddress("0x4020806089470a89826cB9fB1f4059150b550004")
)

// Limits of the contract for the time between the beginning of a withdrawal and its end.
const (
	MinWithdrawDelay = 900 * time.Second
	MaxWithdrawDelay = 2_592_000 * time.Second
)

// Config defines a channel: it never changes, and its hash is the channel's name.
type Config struct {
	Payer              common.Address
	PayerAuthorizer    common.Address // whose key signs the vouchers
	Receiver           common.Address
	ReceiverAuthorizer common.Address // whose key signs claims and refunds
	Token              common.Address
	WithdrawDelay      uint64 // seconds, at most 40 bits
	Salt               common.Hash
}

// Type hashes: keccak256 of the encoded type (EIP-712 encodeType).
var (
	configTypeHash = crypto.Keccak256Hash([]byte("ChannelConfig(address payer,address payerAuthorizer," +
		"address receiver,address receiverAuthorizer,address token,uint40 withdrawDelay,bytes32 salt)"))
	voucherTypeHash = crypto.Keccak256Hash([]byte("Voucher(bytes32 channelId,uint128 maxClaimableAmount)"))
	refundTypeHash  = crypto.Keccak256Hash([]byte("Refund(bytes32 channelId,uint256 nonce,uint128 amount)"))
	entryTypeHash   = crypto.Keccak256Hash([]byte(claimEntryType))
	batchTypeHash   = crypto.Keccak256Hash([]byte("ClaimBatch(ClaimEntry[] claims)" + claimEntryType))
	receiveTypeHash = crypto.Keccak256Hash([]byte("ReceiveWithAuthorization(address from,address to,uint256 value," +
		"uint256 validAfter,uint256 validBefore,bytes32 nonce)"))
)

const claimEntryType = "ClaimEntry(bytes32 channelId,uint128 maxClaimableAmount,uint128 totalClaimed)"

// Domain is the separator of the contract's EIP-712 domain on a chain. It is constant: compute it once.
func Domain(chainID uint64) common.Hash {
	domain := eip3009.Domain{
		Name:     "x402 Batch Settlement",
		Version:  "1",
		ChainID:  chainID,
		Contract: Settlement,
	}
	return domain.Separator()
}

// ID is the channel's name under a domain: keccak256 of its typed data.
func (c *Config) ID(domain common.Hash) common.Hash {
	var words [8 * 32]byte
	copy(words[:], configTypeHash[:])
	for i, address := range []common.Address{c.Payer, c.PayerAuthorizer, c.Receiver, c.ReceiverAuthorizer, c.Token} {
		copy(words[(i+1)*32+12:], address[:])
	}
	binary.BigEndian.PutUint64(words[7*32-8:], c.WithdrawDelay)
	copy(words[7*32:], c.Salt[:])
	return digest(domain, words[:])
}

// VoucherDigest is what the payer signs: the seller may claim up to most in total.
func VoucherDigest(domain, id common.Hash, most *uint256.Int) common.Hash {
	var words [3 * 32]byte
	copy(words[:], voucherTypeHash[:])
	copy(words[32:], id[:])
	most.WriteToSlice(words[64:])
	return digest(domain, words[:])
}

// RefundDigest is what the seller's authorizer signs to give money back before a channel ends.
func RefundDigest(domain, id common.Hash, nonce, amount *uint256.Int) common.Hash {
	var words [4 * 32]byte
	copy(words[:], refundTypeHash[:])
	copy(words[32:], id[:])
	nonce.WriteToSlice(words[64:96])
	amount.WriteToSlice(words[96:])
	return digest(domain, words[:])
}

// Claim is a voucher that is claimed in full.
type Claim struct {
	Config    Config
	Most      uint256.Int // of the voucher
	Total     uint256.Int // claimed of it, with what was claimed before
	Signature []byte      // of the voucher, as the contract takes it
}

// ClaimDigest is what the seller's authorizer signs for a batch of claims.
func ClaimDigest(domain common.Hash, claims []Claim) common.Hash {
	entries := make([]byte, 0, len(claims)*32)
	for i := range claims {
		id := claims[i].Config.ID(domain)
		var words [4 * 32]byte
		copy(words[:], entryTypeHash[:])
		copy(words[32:], id[:])
		claims[i].Most.WriteToSlice(words[64:96])
		claims[i].Total.WriteToSlice(words[96:])
		entries = append(entries, crypto.Keccak256(words[:])...)
	}
	var words [2 * 32]byte
	copy(words[:], batchTypeHash[:])
	copy(words[32:], crypto.Keccak256(entries))
	return digest(domain, words[:])
}

// digest is keccak256(0x1901, domain separator, keccak256(words)).
func digest(domain common.Hash, words []byte) common.Hash {
	return crypto.Keccak256Hash([]byte{0x19, 0x01}, domain[:], crypto.Keccak256(words))
}

// Deposit is money on its way into a channel, by an authorization of the token that its payer has signed.
type Deposit struct {
	Amount      uint256.Int
	ValidAfter  uint256.Int
	ValidBefore uint256.Int
	Salt        common.Hash
	Signature   []byte
}

// Authorization is the transfer that a deposit begins with: to the collector, under a nonce that names the channel, so
// that it can end in no other.
func (d *Deposit) Authorization(payer common.Address, id common.Hash) eip3009.Authorization {
	return eip3009.Authorization{
		From:        payer,
		To:          Collector,
		Value:       d.Amount,
		ValidAfter:  d.ValidAfter,
		ValidBefore: d.ValidBefore,
		Nonce:       crypto.Keccak256Hash(id[:], d.Salt[:]),
	}
}

// DepositDigest is what the payer signs for a deposit, under the domain of the token.
func DepositDigest(token common.Hash, a *eip3009.Authorization) common.Hash {
	var words [7 * 32]byte
	copy(words[:], receiveTypeHash[:])
	copy(words[32+12:], a.From[:])
	copy(words[64+12:], a.To[:])
	a.Value.WriteToSlice(words[3*32 : 4*32])
	a.ValidAfter.WriteToSlice(words[4*32 : 5*32])
	a.ValidBefore.WriteToSlice(words[5*32 : 6*32])
	copy(words[6*32:], a.Nonce[:])
	return digest(token, words[:])
}

// State is a channel's state on the chain, as of one block.
type State struct {
	Balance     uint256.Int // deposited, less what was withdrawn and refunded; what was claimed counts still
	Claimed     uint256.Int
	RefundNonce uint256.Int
	// Withdrawal is when the payer began to withdraw; zero when it does not. Waiting is how much.
	Withdrawal time.Time
	Waiting    uint256.Int
	Block      uint64
}

// MaxAmountBits is the width of an amount in the contract.
const MaxAmountBits = 128

// ParseAmount reads a decimal number of at most 128 bits. The error is a *eip3009.FieldError on field.
func ParseAmount(field, text string) (uint256.Int, error) {
	number, err := eip3009.ParseUint(field, text)
	if err == nil && number.BitLen() > MaxAmountBits {
		err = &eip3009.FieldError{Field: field, Rule: "must be below 2^128"}
	}
	return number, err
}

// parseHash reads 32 bytes of hex. The error is a *eip3009.FieldError on field.
func parseHash(field, text string) (common.Hash, error) {
	raw, err := hexutil.Decode(strings.ToLower(text))
	if err != nil || len(raw) != common.HashLength {
		return common.Hash{}, &eip3009.FieldError{Field: field, Rule: "must be 0x and 64 hex digits"}
	}
	return common.Hash(raw), nil
}

// Wire is the configuration as the protocol carries it.
func (c *Config) Wire() x402.ChannelConfig {
	return x402.ChannelConfig{
		Payer:              c.Payer.Hex(),
		PayerAuthorizer:    c.PayerAuthorizer.Hex(),
		Receiver:           c.Receiver.Hex(),
		ReceiverAuthorizer: c.ReceiverAuthorizer.Hex(),
		Token:              c.Token.Hex(),
		WithdrawDelay:      c.WithdrawDelay,
		Salt:               c.Salt.Hex(),
	}
}

// ParseConfig reads a configuration. The error is a *eip3009.FieldError.
func ParseConfig(in x402.ChannelConfig) (Config, error) {
	c := Config{WithdrawDelay: in.WithdrawDelay}
	for _, address := range []struct {
		field, text string
		into        *common.Address
	}{
		{"payer", in.Payer, &c.Payer},
		{"payerAuthorizer", in.PayerAuthorizer, &c.PayerAuthorizer},
		{"receiver", in.Receiver, &c.Receiver},
		{"receiverAuthorizer", in.ReceiverAuthorizer, &c.ReceiverAuthorizer},
		{"token", in.Token, &c.Token},
	} {
		var err error
		if *address.into, err = eip3009.ParseAddress(address.field, address.text); err != nil {
			return Config{}, err
		}
	}

	if in.WithdrawDelay >= 1<<40 {
		return Config{}, &eip3009.FieldError{Field: "withdrawDelay", Rule: "must be below 2^40"}
	}
	var err error
	c.Salt, err = parseHash("salt", in.Salt)
	return c, err
}

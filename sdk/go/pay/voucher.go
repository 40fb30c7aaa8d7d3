package pay

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// What is signed for payments by channel, and its form on the wire.

// Contracts of the scheme, the same on every chain. Source: x402 reference constants.
const (
	settlementContract = "0x4020074e9dF2ce1deE5A9C1b5c3f541D02a10003"
	collectorContract  = "0x4020806089470a89826cB9fB1f4059150b550004"
)

// Types of EIP-712.
var (
	configType = keccak([]byte("ChannelConfig(address payer,address payerAuthorizer,address receiver," +
		"address receiverAuthorizer,address token,uint40 withdrawDelay,bytes32 salt)"))
	voucherType = keccak([]byte("Voucher(bytes32 channelId,uint128 maxClaimableAmount)"))
	receiveType = keccak([]byte("ReceiveWithAuthorization(address from,address to,uint256 value," +
		"uint256 validAfter,uint256 validBefore,bytes32 nonce)"))
)

// channelConfig is what a channel is: its hash is the channel's name. The salt is zero, so that a wallet has one
// channel with a seller, and finds it again.
type channelConfig struct {
	Payer              string `json:"payer"`
	PayerAuthorizer    string `json:"payerAuthorizer"`
	Receiver           string `json:"receiver"`
	ReceiverAuthorizer string `json:"receiverAuthorizer"`
	Token              string `json:"token"`
	WithdrawDelay      uint64 `json:"withdrawDelay"`
	Salt               string `json:"salt"`
}

type voucher struct {
	ChannelID          string `json:"channelId"`
	MaxClaimableAmount string `json:"maxClaimableAmount"`
	Signature          string `json:"signature"`
}

type receiveAuthorization struct {
	ValidAfter  string `json:"validAfter"`
	ValidBefore string `json:"validBefore"`
	Salt        string `json:"salt"`
	Signature   string `json:"signature"`
}

type depositAuthorization struct {
	ERC3009 receiveAuthorization `json:"erc3009Authorization"`
}

type channelDeposit struct {
	Amount        string               `json:"amount"`
	Authorization depositAuthorization `json:"authorization"`
}

// channelPayload is the scheme's part of a payment.
type channelPayload struct {
	Type          string          `json:"type"` // deposit, voucher or refund
	ChannelConfig channelConfig   `json:"channelConfig"`
	Voucher       voucher         `json:"voucher"`
	Deposit       *channelDeposit `json:"deposit,omitempty"`
}

// channelMessage is a payment by channel, with the seller's own JSON echoed byte for byte.
type channelMessage struct {
	X402Version int                        `json:"x402Version"`
	Resource    json.RawMessage            `json:"resource,omitempty"`
	Accepted    json.RawMessage            `json:"accepted"`
	Payload     channelPayload             `json:"payload"`
	Extensions  map[string]json.RawMessage `json:"extensions,omitempty"`
}

// id is the EIP-712 hash of the configuration.
func (c channelConfig) id(domain [32]byte) ([32]byte, error) {
	words, err := c.words()
	if err != nil {
		return [32]byte{}, err
	}
	hash := keccak(append([][]byte{configType[:]}, words...)...)
	return keccak([]byte{0x19, 0x01}, domain[:], hash[:]), nil
}

// words are its members as contracts take them.
func (c channelConfig) words() (words [][]byte, err error) {
	for _, text := range []string{c.Payer, c.PayerAuthorizer, c.Receiver, c.ReceiverAuthorizer, c.Token} {
		word, err := addressWord(text)
		if err != nil {
			return nil, err
		}
		words = append(words, word)
	}
	salt, err := hex.DecodeString(strings.TrimPrefix(c.Salt, "0x"))
	if err != nil || len(salt) != 32 {
		return nil, errors.New("pay: a salt has 32 bytes")
	}
	return append(words, numberWord(c.WithdrawDelay), salt), nil
}

// voucherDigest is what the wallet signs: the seller may claim up to most in all.
func (own *ownChannel) voucherDigest(most micro) [32]byte {
	hash := keccak(voucherType[:], own.id[:], numberWord(uint64(most)))
	return keccak([]byte{0x19, 0x01}, own.domain[:], hash[:])
}

// signVoucher signs for what was charged and the price, with a deposit where the channel does not hold that much. Of a
// channel that is not known the seller is asked first, by a voucher without one.
func (t *Transport) signVoucher(
	c *call, own *ownChannel, q *Quote, o Offer, id string,
) (s *Signed, deposit micro, err error) {
	most := own.charged + o.amount
	message := channelMessage{
		X402Version: 2,
		Resource:    q.resource,
		Accepted:    o.raw,
		Payload:     channelPayload{Type: "voucher", ChannelConfig: own.config},
	}
	if message.Extensions, err = withPurchaseID(q.extensions, id); err != nil {
		return nil, 0, err
	}

	if own.known && own.balance < most {
		deposit = max(t.deposit, most-own.balance)
		if err := t.allow(c, q, o, deposit); err != nil {
			return nil, 0, err
		}
		message.Payload.Type = "deposit"
		if message.Payload.Deposit, err = t.signDeposit(own, o, deposit); err != nil {
			return nil, 0, err
		}
	}

	if message.Payload.Voucher, err = t.voucher(own, most); err != nil {
		return nil, 0, err
	}
	s, err = t.encodeVoucher(message, q, o)
	return s, deposit, err
}

// voucher signs that the seller may claim up to most.
func (t *Transport) voucher(own *ownChannel, most micro) (voucher, error) {
	signature, err := t.opts.Wallet.SignDigest(own.voucherDigest(most))
	if err != nil {
		return voucher{}, fmt.Errorf("pay: the wallet did not sign: %w", err)
	}
	return voucher{
		ChannelID:          own.name(),
		MaxClaimableAmount: strconv.FormatInt(int64(most), 10),
		Signature:          "0x" + hex.EncodeToString(signature[:]),
	}, nil
}

// sendFor is how long a voucher of unknown outcome is sent again. It does not expire by itself.
const sendFor = 2 * time.Minute

func (t *Transport) encodeVoucher(message channelMessage, q *Quote, o Offer) (*Signed, error) {
	text, err := json.Marshal(message)
	if err != nil {
		return nil, fmt.Errorf("pay: %w", err)
	}
	return &Signed{
		Version:     V2,
		Header:      headerSignature,
		Value:       base64.StdEncoding.EncodeToString(text),
		Network:     o.Network,
		Payer:       message.Payload.ChannelConfig.Payer,
		PayTo:       o.PayTo,
		Amount:      o.Amount,
		ValidBefore: t.now().Add(sendFor),
		units:       o.amount,
		byChannel:   true,
		resource:    q.Resource,
	}, nil
}

// signDeposit signs for money that the seller puts into the channel.
func (t *Transport) signDeposit(own *ownChannel, o Offer, amount micro) (*channelDeposit, error) {
	var salt [32]byte
	if _, err := io.ReadFull(t.random, salt[:]); err != nil {
		return nil, fmt.Errorf("pay: salt: %w", err)
	}

	nonce := keccak(own.id[:], salt[:])
	until := strconv.FormatInt(t.now().Add(o.validity()).Unix(), 10)
	digest, err := authorization{
		From:        own.config.Payer,
		To:          collectorContract,
		Value:       strconv.FormatInt(int64(amount), 10),
		ValidAfter:  "0",
		ValidBefore: until,
		Nonce:       "0x" + hex.EncodeToString(nonce[:]),
	}.digestAs(receiveType, o.asset)
	if err != nil {
		return nil, err
	}

	signature, err := t.opts.Wallet.SignDigest(digest)
	if err != nil {
		return nil, fmt.Errorf("pay: the wallet did not sign: %w", err)
	}

	return &channelDeposit{
		Amount: strconv.FormatInt(int64(amount), 10),
		Authorization: depositAuthorization{ERC3009: receiveAuthorization{
			ValidAfter:  "0",
			ValidBefore: until,
			Salt:        "0x" + hex.EncodeToString(salt[:]),
			Signature:   "0x" + hex.EncodeToString(signature[:]),
		}},
	}, nil
}

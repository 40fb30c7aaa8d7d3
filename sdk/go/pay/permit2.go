package pay

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"time"
)

const (
	methodPermit2 = "permit2"
	// reasonAllowance is the seller's word for a wallet that has not approved Permit2.
	reasonAllowance = "permit2_allowance_required"

	// permit2Contract is Uniswap's Permit2, which a wallet approves once for a token. It moves nothing without a
	// signature.
	permit2Contract = "0x000000000022D473030F116dDEE9F6B43aC78BA3"
	// permit2Proxy is x402ExactPermit2Proxy, the only contract that can use what is signed here. It sends exactly the
	// amount that was signed to whom was signed.
	permit2Proxy = "0x402085c248EeA27D92E8b30b2C58ed07f9E20001"
)

// Types of EIP-712: the domain of Permit2, and its message with x402's witness.
const (
	permittedType = "TokenPermissions(address token,uint256 amount)"
	witnessType   = "Witness(address to,uint256 validAfter)"
)

var (
	permitDomainType = keccak([]byte("EIP712Domain(string name,uint256 chainId,address verifyingContract)"))
	permitType       = keccak([]byte("PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce," +
		"uint256 deadline,Witness witness)" + permittedType + witnessType))
)

// permit is a transfer by Permit2 as it goes over the wire: numbers, the nonce among them, are decimal strings.
type permit struct {
	Permitted permitted `json:"permitted"`
	From      string    `json:"from"`
	Spender   string    `json:"spender"`
	Nonce     string    `json:"nonce"`
	Deadline  string    `json:"deadline"`
	Witness   witness   `json:"witness"`
}

type permitted struct {
	Token  string `json:"token"`
	Amount string `json:"amount"`
}

type witness struct {
	To         string `json:"to"`
	ValidAfter string `json:"validAfter"`
}

// newPermit is one that pays an offer.
func newPermit(wallet Signer, now time.Time, o Offer, nonce [32]byte) permit {
	return permit{
		Permitted: permitted{
			Token:  o.asset.Contract,
			Amount: strconv.FormatInt(int64(o.amount), 10),
		},
		From:     wallet.Address(),
		Spender:  permit2Proxy,
		Nonce:    new(big.Int).SetBytes(nonce[:]).String(),
		Deadline: strconv.FormatInt(now.Add(o.validity()).Unix(), 10),
		Witness: witness{
			To:         o.PayTo,
			ValidAfter: strconv.FormatInt(now.Add(-backdate).Unix(), 10),
		},
	}
}

// digest is what the wallet signs, in the domain of Permit2 on a chain.
func (p permit) digest(chainID uint64) ([32]byte, error) {
	var words [6][]byte
	for i, text := range []string{p.Permitted.Token, p.Spender, p.Witness.To} {
		word, err := addressWord(text)
		if err != nil {
			return [32]byte{}, err
		}
		words[i] = word
	}
	for i, text := range []string{p.Permitted.Amount, p.Deadline, p.Witness.ValidAfter} {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return [32]byte{}, fmt.Errorf("pay: %q is not a number of a permit", text)
		}
		words[3+i] = numberWord(n)
	}
	nonce, ok := new(big.Int).SetString(p.Nonce, 10)
	if !ok || nonce.Sign() < 0 || nonce.BitLen() > 256 {
		return [32]byte{}, errors.New("pay: a nonce of Permit2 has 32 bytes")
	}

	permittedHash := keccak([]byte(permittedType))
	permitted := keccak(permittedHash[:], words[0], words[3])
	witnessHash := keccak([]byte(witnessType))
	witness := keccak(witnessHash[:], words[2], words[5])
	message := keccak(permitType[:], permitted[:], words[1], nonce.FillBytes(make([]byte, 32)), words[4], witness[:])

	name := keccak([]byte("Permit2"))
	contract, err := addressWord(permit2Contract)
	if err != nil {
		return [32]byte{}, err
	}
	domain := keccak(permitDomainType[:], name[:], numberWord(chainID), contract)
	return keccak([]byte{0x19, 0x01}, domain[:], message[:]), nil
}

// signPermit signs a payment by Permit2.
func signPermit(wallet Signer, now time.Time, q *Quote, o Offer, nonce [32]byte, purchaseID string) (*Signed, error) {
	p := newPermit(wallet, now, o, nonce)
	digest, err := p.digest(o.asset.ChainID)
	if err != nil {
		return nil, err
	}
	signature, err := wallet.SignDigest(digest)
	if err != nil {
		return nil, fmt.Errorf("pay: the wallet did not sign: %w", err)
	}

	s := signedPermit(p)
	s.Network = o.Network
	s.units = o.amount
	s.resource = q.Resource
	s.Value, err = encodePayment(q, o, payload{
		Signature: "0x" + hex.EncodeToString(signature[:]),
		Permit2:   p,
	}, purchaseID)
	return s, err
}

// signedPermit is a payment as far as its permit tells.
func signedPermit(p permit) *Signed {
	s := &Signed{
		Version: V2,
		Header:  headerSignature,
		Payer:   p.From,
		PayTo:   p.Witness.To,
		Amount:  p.Permitted.Amount,
		Nonce:   p.Nonce,
		token:   p.Permitted.Token,
	}
	if unix, err := strconv.ParseInt(p.Deadline, 10, 64); err == nil {
		s.ValidBefore = time.Unix(unix, 0)
	}
	return s
}

// unapproved is the error of a payment whose wallet has not approved Permit2.
func unapproved(p *Problem, s *Signed) error {
	p.Detail = fmt.Sprintf("the wallet %s lets Permit2 spend less than the price: send approve(%s, amount) once to the "+
		"token %s on %s, with gas, and pay again", s.Payer, permit2Contract, s.token, s.Network)
	return &ApprovalRequired{
		Problem: p,
		Token:   s.token,
		Spender: permit2Contract,
	}
}

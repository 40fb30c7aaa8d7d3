package guard

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
)

func (c *call) approval(standard string, token common.Address, spender *common.Address, amount *big.Int) {
	c.add(Action{
		Kind:      Approval,
		Standard:  standard,
		Token:     &token,
		Owner:     c.from,
		Spender:   spender,
		Amount:    amount,
		Unlimited: unlimited(amount),
	})
}

// permit is an allowance with an end.
func (c *call) permit(
	standard string, token common.Address, owner, spender *common.Address, amount, deadline *big.Int,
) {
	c.add(Action{
		Kind:      Approval,
		Standard:  standard,
		Token:     &token,
		Owner:     owner,
		Spender:   spender,
		Amount:    amount,
		Deadline:  deadline,
		Unlimited: unlimited(amount),
	})
}

// allowance is one allowance of a permit of Permit2.
func (c *call) allowance(d allowanceDetails, owner, spender *common.Address) {
	c.permit("Permit2", d.Token, owner, spender, d.Amount, d.Expiration)
}

func (c *call) allowedTransfer(standard string, t allowedTransfer) {
	c.add(Action{
		Kind:      TransferFrom,
		Standard:  standard,
		Token:     &t.Token,
		Owner:     &t.From,
		Recipient: &t.To,
		Amount:    t.Amount,
	})
}

// signedTransferCall spends a signature of Permit2 for one token.
func signedTransferCall(c *call) {
	permit := argument[struct{ Permitted permittedToken }](c.arguments, "permit")
	c.signedTransfer(permit.Permitted, argument[requestedTransfer](c.arguments, "transferDetails"))
}

// signedTransfersCall spends a signature of Permit2 for several tokens.
func signedTransfersCall(c *call) {
	permit := argument[struct{ Permitted []permittedToken }](c.arguments, "permit")
	transfers := argument[[]requestedTransfer](c.arguments, "transferDetails")
	for i := range min(len(permit.Permitted), len(transfers)) {
		c.signedTransfer(permit.Permitted[i], transfers[i])
	}
}

func (c *call) signedTransfer(permitted permittedToken, to requestedTransfer) {
	c.allowedTransfer("Permit2", allowedTransfer{
		From:   *c.addr("owner"),
		To:     to.To,
		Amount: to.RequestedAmount,
		Token:  permitted.Token,
	})
}

// movedByOwner is a transfer that Permit2 makes for whoever calls it. Owners send tokens themselves: one who goes
// through Permit2 for it has been led there.
func (c *call) movedByOwner(t allowedTransfer) {
	c.add(Action{
		Kind:      TransferFrom,
		Standard:  "Permit2",
		Token:     &t.Token,
		Owner:     &t.From,
		Recipient: &t.To,
		Amount:    t.Amount,
		proceeds:  c.depth == 0 && is(c.from, t.From),
	})
}

func (c *call) nft(standard string, id, amount *big.Int) {
	c.add(Action{
		Kind:      TransferFrom,
		Standard:  standard,
		Token:     &c.to,
		Owner:     c.addr("from"),
		Recipient: c.addr("to"),
		TokenID:   id,
		Amount:    amount,
	})
}

func zeroInt() *big.Int { return new(big.Int) }

func nonZero(n *big.Int) *big.Int {
	if n == nil || n.Sign() == 0 {
		return nil
	}
	return n
}

// boundless is how many bits an amount has from which on it is no bound: 2^112 units are 5.2 x 10^15 tokens of 18
// decimals, more than there are of any token that is traded. The customary words for "no limit" are the largest
// numbers of 256 and, with Permit2, of 160 bits; a limit
// just below them must not look like one.
const boundless = 113

func unlimited(amount *big.Int) bool { return amount.BitLen() >= boundless }

package tokenrisk

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/chain/evm"
)

// Logs by which contracts tell whom they gave a power. Sources: OpenZeppelin's AccessControl, Ownable and MinterRole,
// Solady's OwnableRoles, ERC-20.
var (
	roleGranted    = topic("RoleGranted(bytes32,address,address)")
	rolesUpdated   = topic("RolesUpdated(address,uint256)")
	minterAdded    = topic("MinterAdded(address)")
	ownershipMoved = topic("OwnershipTransferred(address,address)")
	tokensMoved    = topic("Transfer(address,address,uint256)")
)

// accountOfGrant is the place of the account among the topics of each.
var accountOfGrant = map[common.Hash]int{
	roleGranted:    2,
	rolesUpdated:   1,
	minterAdded:    1,
	ownershipMoved: 2,
	tokensMoved:    2,
}

func topic(signature string) common.Hash { return crypto.Keccak256Hash([]byte(signature)) }

const (
	grantBlocks = 40_000 // of the newest are searched first
	grantPages  = 8      // as many blocks again are searched each, where an endpoint refuses all older ones at once
	grantMost   = 1000   // logs of one kind
	grantBudget = 3 * time.Second
)

// Grants are the accounts that a token's logs name as having got a power, those that got one last first. Behind them
// come those that new tokens were made for, the first of whom deployed the contract as a rule.
type Grants struct {
	Accounts []common.Address
	Unread   string // why some may be missing, as the end of a sentence; "" for all there are
}

// secretive says whether somebody beside a visible owner may have powers that only logs tell of.
func (c *OnChain) secretive() bool {
	return c.Code.Roles || c.Owner == nil || c.OwnerKind == OwnerRenounced
}

// grants reads the token's logs, the newest first. Mappings cannot be listed from storage, so that only logs
// name who has a role in one.
func (r *Reader) grants(ctx context.Context, token common.Address, c *OnChain, head uint64) *Grants {
	if !c.secretive() {
		return &Grants{}
	}

	ctx, cancel := context.WithTimeout(ctx, grantBudget)
	defer cancel()
	out := &Grants{}
	recent := cmp.Or(r.RecentBlocks, grantBlocks)
	filter := evm.LogFilter{
		Addresses: []common.Address{token},
		Topics:    [][]common.Hash{{roleGranted, rolesUpdated, minterAdded, ownershipMoved}},
		From:      head - min(head, recent),
		To:        head,
		Max:       grantMost,
	}
	given, err := r.Client.Logs(ctx, filter)
	if err != nil {
		out.Unread = "no endpoint gave the logs that tell who has a role"
		return out
	}
	slices.Reverse(given.Items)
	out.add(given.Items)

	made := filter
	made.Topics = [][]common.Hash{{tokensMoved}, {common.Hash{}}}
	first, err := r.Client.Logs(ctx, made)
	if err != nil {
		out.Unread = "no endpoint gave the logs that tell who got the first tokens"
		return out
	}
	older, from := r.olderGrants(ctx, filter, given.From)
	out.add(older)
	out.add(first.Items)
	if from > 0 {
		out.Unread = fmt.Sprintf("who has a role was looked for in the logs of blocks %d to %d only", from, head)
	}
	return out
}

// olderGrants are the logs before those of a filter, which were read from a block on, the newest first, and the oldest
// block that was read. Some endpoints give all at once for a single contract; with others as many blocks are read page
// by page as few requests allow. A page ends early where somebody has filled it.
func (r *Reader) olderGrants(ctx context.Context, newest evm.LogFilter, read uint64) (logs []evm.Log, from uint64) {
	if read == 0 {
		return nil, 0
	}
	var all []evm.Log
	call := evm.NewCall(&all, "eth_getLogs", map[string]any{
		"address":   newest.Addresses[0],
		"topics":    newest.Topics,
		"fromBlock": hexutil.Uint64(0),
		"toBlock":   hexutil.Uint64(read - 1),
	})
	if err := r.Client.Batch(ctx, call); err == nil && call.Err == nil && len(all) < grantMost {
		slices.Reverse(all)
		return all, 0
	}

	page := newest
	page.From = read
	width := newest.To - newest.From
	for range grantPages {
		if page.From == 0 {
			break
		}
		page.To = page.From - 1
		page.From = page.To - min(page.To, width)
		found, err := r.Client.Logs(ctx, page)
		if err != nil {
			return logs, page.To + 1
		}
		slices.Reverse(found.Items)
		logs = append(logs, found.Items...)
		page.From = found.From
	}
	return logs, page.From
}

func (g *Grants) add(logs []evm.Log) {
	for _, l := range logs {
		if len(l.Topics) == 0 {
			continue
		}
		at, ok := accountOfGrant[l.Topics[0]]
		if !ok || at >= len(l.Topics) {
			continue
		}

		a := common.BytesToAddress(l.Topics[at][:])
		if !burnt[a] && !slices.Contains(g.Accounts, a) {
			g.Accounts = append(g.Accounts, a)
		}
	}
}

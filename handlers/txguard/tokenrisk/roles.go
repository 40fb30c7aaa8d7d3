package tokenrisk

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
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
	grantBlocks = 40_000 // of the newest are searched: more takes too many requests where endpoints limit ranges
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

// grants reads the token's newest logs. Mappings cannot be listed from storage, so that who has a role in one is told
// by logs alone.
func (r *Reader) grants(ctx context.Context, token common.Address, c *OnChain, head uint64) *Grants {
	if !c.secretive() {
		return nil
	}

	ctx, cancel := context.WithTimeout(ctx, grantBudget)
	defer cancel()
	out := &Grants{}
	filter := evm.LogFilter{
		Addresses: []common.Address{token},
		From:      head - min(head, grantBlocks),
		To:        head,
		Max:       grantMost,
	}
	if filter.From > 0 {
		out.Unread = fmt.Sprintf("who has a role was looked for in the logs of blocks %d to %d only", filter.From, filter.To)
	}

	filter.Topics = [][]common.Hash{{roleGranted, rolesUpdated, minterAdded, ownershipMoved}}
	given, err := r.Client.Logs(ctx, filter)
	if err != nil {
		out.Unread = "no endpoint gave the logs that tell who has a role"
		return out
	}
	slices.Reverse(given.Items)
	out.add(given.Items)

	filter.Topics = [][]common.Hash{{tokensMoved}, {common.Hash{}}}
	made, err := r.Client.Logs(ctx, filter)
	if err != nil {
		out.Unread = "no endpoint gave the logs that tell who got the first tokens"
		return out
	}
	out.add(made.Items)
	return out
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

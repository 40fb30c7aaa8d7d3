package guard

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
)

// connectorStandard is Euler's Ethereum Vault Connector, which makes calls in the name of accounts.
const connectorStandard = "Euler"

// onBehalf is a call that the connector makes for an account: BatchItem of the connector.
type onBehalf struct {
	TargetContract    common.Address
	OnBehalfOfAccount common.Address
	Value             *big.Int
	Data              []byte
}

// connectorFunctions are those of euler-xyz/ethereum-vault-connector, IEthereumVaultConnector.sol.
func connectorFunctions() []declaration {
	quietly := quiet(connectorStandard, connectorStandard)
	operator := func(c *call) {
		c.right(c.addr("operator"))
		c.expectOf(connectorStandard)
	}

	return []declaration{
		{"call(address targetContract,address onBehalfOfAccount,uint256 value,bytes data)", func(c *call) {
			c.wrapper(connectorStandard)
			c.expectOf(connectorStandard)
			c.behalf(onBehalf{
				TargetContract:    *c.addr("targetContract"),
				OnBehalfOfAccount: *c.addr("onBehalfOfAccount"),
				Value:             c.num("value"),
				Data:              c.bytes("data"),
			})
		}},
		{
			"batch((address targetContract,address onBehalfOfAccount,uint256 value,bytes data)[] items)",
			func(c *call) {
				c.wrapper(connectorStandard)
				c.expectOf(connectorStandard)
				for _, item := range argument[[]onBehalf](c.arguments, "items") {
					c.behalf(item)
				}
			},
		},
		{"setAccountOperator(address account,address operator,bool authorized)", func(c *call) {
			if !c.flag("authorized") {
				c.add(Action{Kind: Call, Standard: connectorStandard})
				return
			}
			operator(c)
		}},
		{"setOperator(bytes19 addressPrefix,address operator,uint256 operatorBitField)", func(c *call) {
			if c.num("operatorBitField").Sign() == 0 {
				c.add(Action{Kind: Call, Standard: connectorStandard})
				return
			}
			operator(c)
		}},
		{"enableCollateral(address account,address vault)", quietly},
		{"disableCollateral(address account,address vault)", quietly},
		{"enableController(address account,address vault)", quietly},
		{"disableController(address account)", quietly},
	}
}

// behalf decodes a call that the connector makes for an account.
func (c *call) behalf(item onBehalf) {
	child := c.child(item.TargetContract, orZero(item.Value), item.Data)
	if item.OnBehalfOfAccount != zero {
		child.from = &item.OnBehalfOfAccount
	}
	c.run(child)
}

// connectorPermit lets its sender, or anybody where it names none, make calls in the name of the signer.
func connectorPermit(m *message, sh *shape) {
	signer := m.f.addr("signer")
	sender := m.f.addr("sender")
	m.s.From = signer
	m.add(Action{
		Kind:     Message,
		Standard: sh.standard,
		Owner:    signer,
		Deadline: m.f.num("deadline"),
	})
	if sender != nil && *sender != zero {
		m.s.payees = append(m.s.payees, *sender)
	}
	if signer == nil || m.Domain.VerifyingContract == nil {
		return
	}
	outer := m.inTheNameOf(*signer)
	outer.inner(*m.Domain.VerifyingContract, orZero(m.f.num("value")), m.f.bytes("data"))
}

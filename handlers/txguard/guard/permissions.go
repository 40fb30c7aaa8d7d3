package guard

// permissionFunctions let others act on what the caller has in a contract. Sources: Aave v3 (ICreditDelegationToken),
// Comet, Morpho Blue, ERC-7984, ERC-6909.
func permissionFunctions() []declaration {
	manager := func(standard, who, flag string) func(*call) {
		return func(c *call) {
			allowed := c.flag(flag)
			c.add(Action{
				Kind:      Approval,
				Standard:  standard,
				Token:     &c.to,
				Owner:     c.from,
				Spender:   c.addr(who),
				Approved:  &allowed,
				Unlimited: allowed,
			})
		}
	}
	return []declaration{
		{"approveDelegation(address delegatee,uint256 amount)", func(c *call) {
			c.approval("Aave credit delegation", c.to, c.addr("delegatee"), c.num("amount"))
		}},
		{
			"delegationWithSig(address delegator,address delegatee,uint256 value,uint256 deadline," +
				"uint8 v,bytes32 r,bytes32 s)",
			func(c *call) {
				from := c.addr("delegator")
				to := c.addr("delegatee")
				c.permit("Aave credit delegation", c.to, from, to, c.num("value"), c.num("deadline"))
			},
		},
		{"allow(address manager,bool isAllowed)", manager("Compound III", "manager", "isAllowed")},
		{
			"setAuthorization(address authorized,bool newIsAuthorized)",
			manager("Morpho", "authorized", "newIsAuthorized"),
		},
		{"setOperator(address operator,bool approved)", manager("ERC-6909", "operator", "approved")},
		{"setOperator(address operator,uint48 until)", func(c *call) {
			until := c.num("until")
			given := until.Sign() > 0
			c.add(Action{
				Kind:      Approval,
				Standard:  "ERC-7984",
				Token:     &c.to,
				Owner:     c.from,
				Spender:   c.addr("operator"),
				Approved:  &given,
				Unlimited: given,
				Deadline:  until,
			})
		}},
	}
}

package guard

// thresholdFunction sets how many owners of a Safe have to agree.
const thresholdFunction = "changeThreshold(uint256)"

// controlFunctions change who controls a contract or an account, or what code it runs.
func controlFunctions() []declaration {
	gives := func(standard, to string) func(*call) {
		return func(c *call) {
			c.add(Action{
				Kind:     Ownership,
				Standard: standard,
				Spender:  c.addr(to),
			})
		}
	}

	code := func(c *call) {
		c.add(Action{
			Kind:     Upgrade,
			Standard: "ERC-1967",
			Spender:  c.addr("newImplementation"),
		})
	}

	codeOf := func(c *call) { // a ProxyAdmin upgrades the proxy that is named
		c.add(Action{
			Kind:     Upgrade,
			Standard: "ERC-1967",
			Spender:  c.addr("implementation"),
			Token:    c.addr("proxy"),
		})
	}

	return []declaration{
		{"transferOwnership(address newOwner)", gives("Ownable", "newOwner")},
		{"setOwner(address newOwner)", gives("Ownable", "newOwner")},
		{"renounceOwnership()", named("Ownable")},
		{"acceptOwnership()", named("Ownable")},
		{"grantRole(bytes32 role,address account)", gives("AccessControl", "account")},
		{"revokeRole(bytes32 role,address account)", named("AccessControl")},
		{"renounceRole(bytes32 role,address account)", named("AccessControl")},
		{"changeAdmin(address newAdmin)", gives("ERC-1967", "newAdmin")},
		{"enableModule(address module)", gives("Safe", "module")},
		{"disableModule(address prevModule,address module)", named("Safe")},
		{"setGuard(address guard)", gives("Safe", "guard")},
		{"setFallbackHandler(address handler)", gives("Safe", "handler")},
		{"addOwnerWithThreshold(address owner,uint256 threshold)", gives("Safe", "owner")},
		{"swapOwner(address prevOwner,address oldOwner,address newOwner)", gives("Safe", "newOwner")},
		{"removeOwner(address prevOwner,address owner,uint256 threshold)", func(c *call) {
			c.add(Action{
				Kind:     Ownership,
				Standard: "Safe",
				Owner:    c.addr("owner"),
			})
		}},
		{"addOwnerAddress(address owner)", gives("Coinbase Smart Wallet", "owner")},
		{"addOwnerPublicKey(bytes32 x,bytes32 y)", func(c *call) {
			c.add(Action{Kind: Ownership, Standard: "Coinbase Smart Wallet"})
		}},
		{"installModule(uint256 moduleTypeId,address module,bytes initData)", gives("ERC-7579", "module")},
		{"changeThreshold(uint256 threshold)", func(c *call) {
			c.add(Action{
				Kind:     Ownership,
				Standard: "Safe",
				Amount:   c.num("threshold"),
			})
		}},
		{"upgradeTo(address newImplementation)", code},
		{"upgradeToAndCall(address newImplementation,bytes data)", func(c *call) {
			code(c)
			c.inner(c.to, zeroInt(), c.bytes("data")) // the new code runs it in the proxy's name
		}},
		{"upgrade(address proxy,address implementation)", codeOf},
		{"upgradeAndCall(address proxy,address implementation,bytes data)", func(c *call) {
			codeOf(c)
			c.inner(*c.addr("proxy"), zeroInt(), c.bytes("data"))
		}},
	}
}

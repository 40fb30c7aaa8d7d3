package guard

// voteFunctions let somebody vote for the caller, which moves nothing. Source: OpenZeppelin's Votes.
func voteFunctions() []declaration {
	return []declaration{
		{"delegate(address delegatee)", votes},
		{
			"delegateBySig(address delegatee,uint256 nonce,uint256 expiry,uint8 v,bytes32 r,bytes32 s)", votes,
		},
	}
}

func votes(c *call) {
	c.add(Action{Kind: Call, Standard: votesStandard, Spender: c.addr("delegatee")})
}

// votesStandard names delegations of votes.
const votesStandard = "ERC-5805"

// voter looks at who gets votes: delegates are mostly plain accounts, but no contract of yesterday is one.
func (j *judge) voter(a *Action) {
	if a.Standard != votesStandard || a.Spender == nil || !j.f.Young[*a.Spender] {
		return
	}
	j.hit(permitSpenderNew, a.Path, "the votes go to %s, a contract of the last %d days", a.Spender.Hex(), newDays)
}

package rewrite

// tails: the last statements of a function become a function, with their returns
// and deferred calls.
var tails = Rewriting{
	Name:  "tail",
	About: "the rest of a function becomes a function",
	sites: func(s *source) (sites []site) {
		for _, f := range s.functions() {
			if f.namedResults() || s.recovers(f.body.List...) || labeled(f) {
				continue
			}
			results, ok := s.results(f)
			if !ok {
				continue
			}
			for i := 1; i < len(f.body.List)-1; i++ {
				pos, end := extent(f.body.List[i:])
				x, ok := s.extract(f, pos, end, last)
				if !ok {
					continue
				}
				if i%2 == 0 {
					x.asMethod()
				}
				body, ok := x.body()
				if !ok {
					continue
				}
				name := s.fresh("rest")
				call := x.call(name)
				if len(results) > 0 {
					call = "return " + call
				}
				sites = append(sites, site{edits: []edit{{pos, end, call}, x.declare(name, results, body)}})
			}
		}
		return sites
	},
}

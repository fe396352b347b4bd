package scale

import (
	"slices"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/lab/internal/page"
)

// The page shows what the simulation finds.
func TestPage(t *testing.T) {
	costs := map[string]Costs{"near": near, "far": far}
	text, names := page.Check(t, "../../docs/scale.md", func(name string) string { return table(costs[name]) })
	if !slices.Equal(names, []string{"near", "far"}) {
		t.Errorf("the page has the tables %q", names)
	}
	for _, c := range costs {
		if !strings.Contains(text, c.describe()) {
			t.Errorf("the page does not say %q", c.describe())
		}
	}
}

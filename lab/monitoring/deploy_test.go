package monitoring_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"gopkg.in/yaml.v3"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/metrics/rcprom"
)

const repository = "../.."

var rulesFile = filepath.Join(repository, "deploy", "prometheus", "rcpool.rules.yml")

func read(t *testing.T, elements ...string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(elements...))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// A rule of Prometheus.
type rule struct {
	Record, Alert, Expr, For string
	Labels, Annotations      map[string]string
}

// rules returns all rules.
func rules(t *testing.T) (all []rule) {
	t.Helper()
	var file struct{ Groups []struct{ Rules []rule } }
	if err := yaml.Unmarshal(read(t, rulesFile), &file); err != nil {
		t.Fatal(err)
	}
	for _, group := range file.Groups {
		all = append(all, group.Rules...)
	}
	if len(all) == 0 {
		t.Fatal("there are no rules")
	}
	return all
}

// metrics are the names that rcprom exports and the rules record.
func metrics(t *testing.T) (names []string) {
	t.Helper()
	descs := make(chan *prometheus.Desc, 100)
	rcprom.NewCollector().Describe(descs)
	close(descs)
	for desc := range descs {
		names = append(names, regexp.MustCompile(`fqName: "([^"]*)"`).FindStringSubmatch(desc.String())[1])
	}
	for _, r := range rules(t) {
		if r.Record != "" {
			names = append(names, r.Record)
		}
	}
	return names
}

// wantKnown fails the test if an expression names a metric of rcpool that is not
// known.
func wantKnown(t *testing.T, known []string, expression string) {
	t.Helper()
	used := regexp.MustCompile(`[a-z0-9_:]*rcpool_[a-z0-9_:]*`).FindAllString(expression, -1)
	if len(used) == 0 {
		t.Errorf("%s uses no metric of rcpool", expression)
	}
	for _, name := range used {
		if !slices.Contains(known, name) {
			t.Errorf("%s uses %s, which nobody exports", expression, name)
		}
	}
}

func TestRules_UseWhatIsExported(t *testing.T) {
	known := metrics(t)
	for _, r := range rules(t) {
		wantKnown(t, known, r.Expr)
	}
}

// headings returns the anchors of a page.
func headings(t *testing.T, page string) (anchors []string) {
	t.Helper()
	for _, heading := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(string(read(t, repository, page)), -1) {
		anchor := regexp.MustCompile(`[^a-z0-9 -]`).ReplaceAllString(strings.ToLower(heading[1]), "")
		anchors = append(anchors, strings.ReplaceAll(anchor, " ", "-"))
	}
	return anchors
}

// Every alert has a runbook that exists: for each kind, if it is about reports.
func TestRules_RunbooksExist(t *testing.T) {
	for _, r := range rules(t) {
		if r.Alert == "" {
			continue
		}
		if r.Labels["severity"] == "" || r.Annotations["summary"] == "" || r.Annotations["description"] == "" {
			t.Errorf("%s lacks a severity, a summary or a description", r.Alert)
		}
		url := r.Annotations["runbook_url"]
		const template = `{{ reReplaceAll "_" "-" $labels.kind }}`
		urls := []string{url}
		if strings.Contains(url, template) {
			urls = nil
			for kind := rcpool.Kind(1); !strings.HasPrefix(kind.String(), "Kind("); kind++ {
				urls = append(urls, strings.Replace(url, template, strings.ReplaceAll(kind.Label(), "_", "-"), 1))
			}
		}
		for _, url := range urls {
			page, anchor, _ := strings.Cut(url, "#")
			page, ours := strings.CutPrefix(page, "https://github.com/rcpool/rcpool/blob/main/")
			if !ours || !slices.Contains(headings(t, page), anchor) {
				t.Errorf("%s: there is no %s", r.Alert, url)
			}
		}
	}
}

// The page for people on call has a section for each alert, and for no other.
func TestRules_PageHasEveryAlert(t *testing.T) {
	var alerts, sections []string
	for _, r := range rules(t) {
		if r.Alert != "" {
			alerts = append(alerts, strings.ToLower(r.Alert))
		}
	}
	for _, anchor := range headings(t, "docs/production.md") {
		if strings.HasPrefix(anchor, "rcpool") {
			sections = append(sections, anchor)
		}
	}
	slices.Sort(alerts)
	slices.Sort(sections)
	if !slices.Equal(alerts, sections) {
		t.Errorf("the page has %s, the rules have %s", sections, alerts)
	}
}

// A dashboard, as far as the tests look at it.
type dashboard struct {
	UID           string
	Title         string
	SchemaVersion int
	Templating    struct {
		List []struct {
			Name, Type string
			Query      json.RawMessage
			Datasource *source
		}
	}
	Panels []panel
}

type source struct{ Type, UID string }

type panel struct {
	ID          int
	Type, Title string
	Datasource  source
	GridPos     struct{ X, Y, W, H int }
	Targets     []struct {
		RefID      string
		Expr       string
		Datasource source
	}
}

func readDashboard(t *testing.T) (d dashboard) {
	t.Helper()
	if err := json.Unmarshal(read(t, repository, "deploy", "grafana", "rcpool.json"), &d); err != nil {
		t.Fatal(err)
	}
	if len(d.Panels) == 0 {
		t.Fatal("the dashboard has no panels")
	}
	return d
}

func TestDashboard_UsesWhatIsExported(t *testing.T) {
	d, known := readDashboard(t), metrics(t)
	shown := ""
	for _, p := range d.Panels {
		if len(p.Targets) == 0 {
			t.Errorf("panel %q shows nothing", p.Title)
		}
		for _, target := range p.Targets {
			wantKnown(t, known, target.Expr)
			shown += target.Expr
		}
	}
	for _, name := range known {
		if strings.HasPrefix(name, "rcpool_") && !strings.Contains(shown, name) {
			t.Errorf("no panel shows %s", name)
		}
	}
}

// What Grafana needs to import the dashboard and to show it with any Prometheus.
func TestDashboard_Structure(t *testing.T) {
	d := readDashboard(t)
	if d.UID == "" || d.Title == "" || d.SchemaVersion < 36 {
		t.Errorf("uid %q, title %q, schemaVersion %d", d.UID, d.Title, d.SchemaVersion)
	}
	want := source{Type: "prometheus", UID: "${datasource}"}
	variables := []string{"__rate_interval", "__range"}
	for _, v := range d.Templating.List {
		variables = append(variables, v.Name)
		if v.Type == "query" && (v.Datasource == nil || *v.Datasource != want) {
			t.Errorf("variable %s asks %v", v.Name, v.Datasource)
		}
		if v.Name == "datasource" && (v.Type != "datasource" || string(v.Query) != `"prometheus"`) {
			t.Errorf("the variable datasource is a %s of %s", v.Type, v.Query)
		}
	}
	if !slices.Contains(variables, "datasource") {
		t.Error("there is no variable datasource")
	}
	ids := map[int]bool{}
	taken := map[[2]int]string{}
	for _, p := range d.Panels {
		if ids[p.ID] || p.ID == 0 {
			t.Errorf("panel %q has the ID %d of another", p.Title, p.ID)
		}
		ids[p.ID] = true
		if p.Datasource != want {
			t.Errorf("panel %q asks %v", p.Title, p.Datasource)
		}
		refs := map[string]bool{}
		for _, target := range p.Targets {
			if target.Datasource != want || target.RefID == "" || refs[target.RefID] {
				t.Errorf("panel %q: query %q asks %v", p.Title, target.RefID, target.Datasource)
			}
			refs[target.RefID] = true
			for _, used := range regexp.MustCompile(`\$(\w+)`).FindAllStringSubmatch(target.Expr, -1) {
				if !slices.Contains(variables, used[1]) {
					t.Errorf("panel %q uses the variable %s, which there is not", p.Title, used[1])
				}
			}
		}
		at := p.GridPos
		if at.W < 1 || at.H < 1 || at.X+at.W > 24 {
			t.Errorf("panel %q is at %+v", p.Title, at)
		}
		for x := at.X; x < at.X+at.W; x++ {
			for y := at.Y; y < at.Y+at.H; y++ {
				if other := taken[[2]int{x, y}]; other != "" {
					t.Fatalf("panel %q covers %q", p.Title, other)
				}
				taken[[2]int{x, y}] = p.Title
			}
		}
	}
}

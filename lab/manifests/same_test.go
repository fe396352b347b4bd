package manifests_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// An image has one tag, here and there, and it is a fixed one.
func TestImages_HaveTheSameTagEverywhere(t *testing.T) {
	t.Setenv("FLAVOUR", "") // the default
	images := map[string]bool{}
	for _, w := range read(t, "kubernetes", "kubernetes/load").workloads {
		for _, c := range w.pod.Spec.Containers {
			images[c.Image] = true
		}
	}
	for _, service := range compose(t).Services {
		images[service.Image] = true
	}
	tags := map[string]string{}
	for image := range images {
		name, tag, _ := strings.Cut(image, ":")
		if tag == "" || tag == "latest" {
			t.Errorf("the image %s may be another one tomorrow", image)
		}
		if other, ok := tags[name]; ok {
			t.Errorf("the image %s is used with the tags %s and %s", name, other, tag)
		}
		tags[name] = tag
	}
	for _, name := range []string{"rcpool-lab", "redis", "apache/kafka", "prom/prometheus"} {
		if tags[name] == "" {
			t.Errorf("the image %s is not used", name)
		}
	}
}

// The commands in the comments of the files are those of the guide.
func TestCommands_AreThoseOfTheGuide(t *testing.T) {
	text := func(file string) string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(repository, filepath.FromSlash(file)))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	guide := text("docs/production.md")
	for _, file := range []string{"deploy/Dockerfile", "deploy/compose.yaml", "deploy/kubernetes/kustomization.yaml", "deploy/kubernetes/load/kustomization.yaml"} {
		commands := regexp.MustCompile(`(?m)^#   (\S.*)$`).FindAllStringSubmatch(text(file), -1)
		if len(commands) == 0 {
			t.Errorf("%s has no commands", file)
		}
		for _, command := range commands {
			if !strings.Contains(guide, "\n    "+command[1]+"\n") {
				t.Errorf("%s says %q, and the guide does not", file, command[1])
			}
		}
	}
}

// The program listens on the ports that the image exposes, and they are the ones
// that are published.
func TestPorts_AreThoseOfTheImage(t *testing.T) {
	dockerfile, err := os.ReadFile(filepath.Join(repository, "deploy", "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	exposed := regexp.MustCompile(`(?m)^EXPOSE (\d+) (\d+)$`).FindStringSubmatch(string(dockerfile))
	if exposed == nil {
		t.Fatal("the image does not expose two ports")
	}
	want := "-listen=:" + exposed[1] + " -admin=:" + exposed[2]
	service := compose(t).Services["service"]
	if len(service.Ports) != 2 {
		t.Errorf("compose.yaml publishes %v", service.Ports)
	}
	commands := map[string]string{"compose.yaml": strings.Join(service.Command, " ")}
	for name, d := range read(t, "kubernetes").deployments {
		if strings.HasPrefix(name, "service-") {
			commands[name] = strings.Join(d.Spec.Template.Spec.Containers[0].Args, " ")
		}
	}
	if len(commands) != 4 {
		t.Errorf("%d commands serve, want those of compose.yaml and of three variants", len(commands))
	}
	for where, command := range commands {
		if !strings.Contains(command, want) {
			t.Errorf("%s: the service is started with %s, want %s", where, command, want)
		}
	}
}

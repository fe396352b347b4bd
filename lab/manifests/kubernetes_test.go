package manifests_test

import (
	"fmt"
	"iter"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	apps "k8s.io/api/apps/v1"
	autoscaling "k8s.io/api/autoscaling/v2"
	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

const (
	repository = "../.."
	namespace  = "rcpool-lab"
)

// A cluster is everything that kustomize makes of our manifests.
type cluster struct {
	objects     []meta.Object
	workloads   []workload
	services    map[string]*core.Service
	configMaps  map[string]*core.ConfigMap
	deployments map[string]*apps.Deployment
}

// A workload is something that makes pods.
type workload struct {
	name     string
	selector labels.Selector
	pod      core.PodTemplateSpec
	once     bool // a Job
}

// read builds our kustomizations and decodes strictly what comes out: an unknown
// field, a wrong type or a bad quantity is an error, as for a real API server.
func read(t *testing.T, directories ...string) *cluster {
	t.Helper()
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{apps.AddToScheme, autoscaling.AddToScheme, batch.AddToScheme, core.AddToScheme, networking.AddToScheme, policy.AddToScheme} {
		if err := add(scheme); err != nil {
			t.Fatal(err)
		}
	}
	decoder := serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDeserializer()
	c := &cluster{services: map[string]*core.Service{}, configMaps: map[string]*core.ConfigMap{}, deployments: map[string]*apps.Deployment{}}
	for _, directory := range directories {
		for name, text := range build(t, directory) {
			object, _, err := decoder.Decode(text, nil, nil)
			if err != nil {
				t.Fatalf("%s: %s: %v", directory, name, err)
			}
			c.add(t, object)
		}
	}
	if len(c.objects) < 5 {
		t.Fatalf("there are only %d objects", len(c.objects))
	}
	return c
}

// build yields what a kustomization makes, as YAML, with the names of the objects,
// in the order in which they are to be applied.
func build(t *testing.T, directory string) iter.Seq2[string, []byte] {
	t.Helper()
	built, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), filepath.Join(repository, "deploy", directory))
	if err != nil {
		t.Fatalf("%s: %v", directory, err)
	}
	return func(yield func(string, []byte) bool) {
		for _, resource := range built.Resources() {
			text, err := resource.AsYAML()
			if err != nil {
				t.Fatal(err)
			}
			if !yield(resource.CurId().String(), text) {
				return
			}
		}
	}
}

func (c *cluster) add(t *testing.T, object runtime.Object) {
	t.Helper()
	c.objects = append(c.objects, object.(meta.Object))
	work := func(name string, selector *meta.LabelSelector, pod core.PodTemplateSpec) {
		c.workloads = append(c.workloads, workload{name, selectorOf(t, selector), pod, selector == nil})
	}
	switch o := object.(type) {
	case *core.Service:
		c.services[o.Name] = o
	case *core.ConfigMap:
		c.configMaps[o.Name] = o
	case *apps.Deployment:
		c.deployments[o.Name] = o
		work("Deployment "+o.Name, o.Spec.Selector, o.Spec.Template)
	case *apps.StatefulSet:
		work("StatefulSet "+o.Name, o.Spec.Selector, o.Spec.Template)
	case *batch.Job:
		work("Job "+o.Name, nil, o.Spec.Template)
	}
}

func selectorOf(t *testing.T, s *meta.LabelSelector) labels.Selector {
	t.Helper()
	selector, err := meta.LabelSelectorAsSelector(s)
	if err != nil {
		t.Fatal(err)
	}
	return selector
}

// selected returns the workloads whose pods a selector selects.
func (c *cluster) selected(selector labels.Selector) (selected []workload) {
	for _, w := range c.workloads {
		if selector.Matches(labels.Set(w.pod.Labels)) {
			selected = append(selected, w)
		}
	}
	return selected
}

// selectsWorkloads fails the test unless a selector selects that many workloads; 0
// stands for any number but none.
func (c *cluster) selectsWorkloads(t *testing.T, what string, selector labels.Selector, want int) {
	t.Helper()
	if n := len(c.selected(selector)); n == 0 || want != 0 && n != want {
		t.Errorf("%s selects the pods of %d workloads", what, n)
	}
}

func TestKubernetes_EverythingHasANamespace(t *testing.T) {
	for _, object := range read(t, "kubernetes", "kubernetes/load").objects {
		if _, is := object.(*core.Namespace); !is && object.GetNamespace() != namespace || is && object.GetName() != namespace {
			t.Errorf("%T %s is in the namespace %q", object, object.GetName(), object.GetNamespace())
		}
	}
}

// The level "restricted" of the namespace admits the pods.
func TestKubernetes_PodsAreConfined(t *testing.T) {
	for _, w := range read(t, "kubernetes", "kubernetes/load").workloads {
		pod := w.pod.Spec
		if s := pod.SecurityContext; s == nil || !*s.RunAsNonRoot || s.SeccompProfile == nil || s.SeccompProfile.Type != core.SeccompProfileTypeRuntimeDefault {
			t.Errorf("%s: pods may run as root, or without seccomp: %+v", w.name, s)
		}
		if *pod.AutomountServiceAccountToken || *pod.EnableServiceLinks {
			t.Errorf("%s: pods have a token, or variables of services", w.name)
		}
		for _, c := range pod.Containers {
			s := c.SecurityContext
			if s == nil || *s.AllowPrivilegeEscalation || s.Capabilities == nil || !slices.Equal(s.Capabilities.Drop, []core.Capability{"ALL"}) {
				t.Errorf("%s: %s may get privileges", w.name, c.Name)
			}
			if (s.ReadOnlyRootFilesystem == nil || !*s.ReadOnlyRootFilesystem) && c.Name != "kafka" {
				t.Errorf("%s: %s may write to its root file system", w.name, c.Name)
			}
		}
	}
}

func TestKubernetes_ContainersHaveLimitsAndProbes(t *testing.T) {
	for _, w := range read(t, "kubernetes", "kubernetes/load").workloads {
		for _, c := range w.pod.Spec.Containers {
			for _, resource := range []core.ResourceName{core.ResourceCPU, core.ResourceMemory} {
				limit, request := c.Resources.Limits[resource], c.Resources.Requests[resource]
				if request.IsZero() || limit.Cmp(request) < 0 {
					t.Errorf("%s: %s requests %v of %s, and may use %v", w.name, c.Name, &request, resource, &limit)
				}
			}
			if !w.once && (c.ReadinessProbe == nil || c.LivenessProbe == nil) {
				t.Errorf("%s: %s lacks a probe", w.name, c.Name)
			}
			for _, probe := range []*core.Probe{c.StartupProbe, c.ReadinessProbe, c.LivenessProbe} {
				if probe == nil || probe.Exec != nil {
					continue
				}
				port := ""
				if probe.HTTPGet != nil {
					port = probe.HTTPGet.Port.StrVal
				} else {
					port = probe.TCPSocket.Port.StrVal
				}
				if !slices.ContainsFunc(c.Ports, func(p core.ContainerPort) bool { return p.Name == port }) {
					t.Errorf("%s: %s has no port %q to probe", w.name, c.Name, port)
				}
			}
		}
	}
}

// Go collects garbage before the limit of the container is reached.
func TestKubernetes_MemoryLimitOfGoIsThatOfTheContainer(t *testing.T) {
	found := 0
	for _, w := range read(t, "kubernetes", "kubernetes/load").workloads {
		for _, c := range w.pod.Spec.Containers {
			if !isLab(c) {
				continue
			}
			found++
			limit := c.Resources.Limits.Memory().Value()
			values := map[string]string{}
			for _, e := range c.Env {
				value := e.Value
				if e.ValueFrom != nil && e.ValueFrom.ResourceFieldRef != nil && e.ValueFrom.ResourceFieldRef.Resource == "limits.memory" {
					divisor := e.ValueFrom.ResourceFieldRef.Divisor.Value()
					value = strconv.FormatInt((limit+divisor-1)/divisor, 10)
				}
				for name, known := range values { // only variables before it
					value = strings.ReplaceAll(value, "$("+name+")", known)
				}
				values[e.Name] = value
			}
			got, err := strconv.ParseInt(values["GOMEMLIMIT"], 10, 64)
			if err != nil || !leavesRoom(got, limit) {
				t.Errorf("%s: GOMEMLIMIT is %q (%v), want about 95 %% of %d", w.name, values["GOMEMLIMIT"], err, limit)
			}
		}
	}
	if found < 5 {
		t.Errorf("only %d containers are of the lab", found)
	}
}

// leavesRoom reports whether a GOMEMLIMIT is about 95 % of the limit of a container.
func leavesRoom(memory, limit int64) bool { return memory >= limit*90/100 && memory <= limit*96/100 }

func isLab(c core.Container) bool { return strings.HasPrefix(c.Image, "rcpool-lab:") }

func TestKubernetes_SelectorsSelect(t *testing.T) {
	c := read(t, "kubernetes", "kubernetes/load")
	for _, w := range c.workloads {
		if w.once {
			continue
		}
		if selected := c.selected(w.selector); len(selected) != 1 || selected[0].name != w.name {
			t.Errorf("%s selects the pods of %d workloads", w.name, len(selected))
		}
	}
	for _, object := range c.objects {
		switch o := object.(type) {
		case *core.Service:
			c.selectsWorkloads(t, "Service "+o.Name, labels.SelectorFromSet(o.Spec.Selector), 1)
			for _, w := range c.selected(labels.SelectorFromSet(o.Spec.Selector)) {
				for _, p := range o.Spec.Ports {
					if !slices.ContainsFunc(w.pod.Spec.Containers[0].Ports, func(q core.ContainerPort) bool { return q.ContainerPort == p.Port }) {
						t.Errorf("Service %s has the port %d, and %s has not", o.Name, p.Port, w.name)
					}
				}
			}
		case *policy.PodDisruptionBudget:
			c.selectsWorkloads(t, "PodDisruptionBudget "+o.Name, selectorOf(t, o.Spec.Selector), 1)
		case *autoscaling.HorizontalPodAutoscaler:
			if d := c.deployments[o.Spec.ScaleTargetRef.Name]; d == nil || o.Spec.ScaleTargetRef.Kind != "Deployment" || d.Spec.Replicas != nil {
				t.Errorf("HorizontalPodAutoscaler %s scales %+v, which does not exist, or has a number of replicas of its own", o.Name, o.Spec.ScaleTargetRef)
			}
		case *networking.NetworkPolicy:
			c.selectsWorkloads(t, "NetworkPolicy "+o.Name, selectorOf(t, &o.Spec.PodSelector), 0)
		}
	}
}

func TestKubernetes_ConfigMapsExist(t *testing.T) {
	c := read(t, "kubernetes", "kubernetes/load")
	for _, w := range c.workloads {
		for _, volume := range w.pod.Spec.Volumes {
			if m := volume.ConfigMap; m != nil && c.configMaps[m.Name] == nil {
				t.Errorf("%s mounts the ConfigMap %s, which does not exist", w.name, m.Name)
			}
		}
		for _, container := range w.pod.Spec.Containers {
			for _, e := range container.Env {
				if e.ValueFrom == nil || e.ValueFrom.ConfigMapKeyRef == nil {
					continue
				}
				ref := e.ValueFrom.ConfigMapKeyRef
				if m := c.configMaps[ref.Name]; m == nil || m.Data[ref.Key] == "" {
					t.Errorf("%s: %s is from the ConfigMap %s, which has no %s", w.name, e.Name, ref.Name, ref.Key)
				}
			}
		}
	}
}

var address = regexp.MustCompile(`([a-z][a-z0-9.-]*):(\d{4,5})\b`)

// Everything that is called by its name exists, and the policies allow the call on
// both sides.
func TestKubernetes_WhatIsCalledExistsAndMayBeCalled(t *testing.T) {
	c := read(t, "kubernetes", "kubernetes/load")
	calls := 0
	for _, w := range c.workloads {
		for _, container := range w.pod.Spec.Containers {
			text := strings.Join(container.Args, " ")
			for _, e := range container.Env {
				text += " " + e.Value
			}
			for _, call := range address.FindAllStringSubmatch(text, -1) {
				calls++
				c.reaches(t, w, call[1], call[2])
			}
		}
	}
	scraped := 0
	for name, m := range c.configMaps {
		if !strings.HasPrefix(name, "prometheus-config-") {
			continue
		}
		for _, job := range regexp.MustCompile(`names: \[([^\]]*)\], type: A, port: (\d+)`).FindAllStringSubmatch(m.Data["prometheus.yml"], -1) {
			scraped++
			c.reaches(t, c.selected(labels.SelectorFromSet(labels.Set{"app": "prometheus"}))[0], job[1], job[2])
		}
	}
	if calls < 20 || scraped != 3 {
		t.Errorf("%d calls and %d jobs of Prometheus were found", calls, scraped)
	}
}

// reaches fails the test unless the pods of a workload reach a port of a service.
func (c *cluster) reaches(t *testing.T, from workload, host, port string) {
	t.Helper()
	name := host[strings.LastIndex(host, ".")+1:] // redis-0.redis is a pod of redis
	service := c.services[name]
	number, _ := strconv.Atoi(port)
	if service == nil || !slices.ContainsFunc(service.Spec.Ports, func(p core.ServicePort) bool { return int(p.Port) == number }) {
		t.Errorf("%s calls %s:%s, which does not exist", from.name, host, port)
		return
	}
	for _, to := range c.selected(labels.SelectorFromSet(service.Spec.Selector)) {
		out, in := false, false
		for _, object := range c.objects {
			p, ok := object.(*networking.NetworkPolicy)
			if !ok {
				continue
			}
			selector := selectorOf(t, &p.Spec.PodSelector)
			if selector.Matches(labels.Set(from.pod.Labels)) {
				for _, rule := range p.Spec.Egress {
					out = out || allows(t, rule.To, rule.Ports, to, number)
				}
			}
			if selector.Matches(labels.Set(to.pod.Labels)) {
				for _, rule := range p.Spec.Ingress {
					in = in || allows(t, rule.From, rule.Ports, from, number)
				}
			}
		}
		if !out || !in {
			t.Errorf("%s may call port %s: %v; %s may be called: %v", from.name, port, out, to.name, in)
		}
	}
}

func allows(t *testing.T, peers []networking.NetworkPolicyPeer, ports []networking.NetworkPolicyPort, w workload, port int) bool {
	t.Helper()
	return slices.ContainsFunc(peers, func(p networking.NetworkPolicyPeer) bool {
		return p.PodSelector != nil && selectorOf(t, p.PodSelector).Matches(labels.Set(w.pod.Labels))
	}) && slices.ContainsFunc(ports, func(p networking.NetworkPolicyPort) bool { return p.Port.IntValue() == port })
}

// The kubelet waits longer than the service may take to end.
func TestKubernetes_GraceIsLongerThanTheDrain(t *testing.T) {
	services := 0
	for name, d := range read(t, "kubernetes").deployments {
		pod := d.Spec.Template.Spec
		c := pod.Containers[0]
		drain := regexp.MustCompile(`-drain=(\d+)s`).FindStringSubmatch(strings.Join(c.Args, " "))
		if drain == nil {
			continue
		}
		services++
		seconds, _ := strconv.ParseInt(drain[1], 10, 64)
		if pause := c.Lifecycle.PreStop.Sleep.Seconds; pause+seconds+5 > *pod.TerminationGracePeriodSeconds {
			t.Errorf("%s waits %d s and drains for %d s, but has only %d s", name, pause, seconds, *pod.TerminationGracePeriodSeconds)
		}
	}
	if services != 3 {
		t.Errorf("%d deployments drain, want the three variants", services)
	}
}

// Each variant is the service, with its own name in the labels and in VARIANT.
func TestKubernetes_Variants(t *testing.T) {
	c := read(t, "kubernetes")
	variants := map[string]bool{}
	for name, d := range c.deployments {
		variant, is := strings.CutPrefix(name, "service-")
		if !is {
			continue
		}
		variants[variant] = true
		env := d.Spec.Template.Spec.Containers[0].Env
		if env[0].Name != "VARIANT" || env[0].Value != variant || d.Spec.Template.Labels["variant"] != variant {
			t.Errorf("%s has the label %s and the variable %+v", name, d.Spec.Template.Labels["variant"], env[0])
		}
	}
	if got := fmt.Sprint(slices.Sorted(maps.Keys(variants))); got != "[good plain rcpool]" {
		t.Errorf("the variants are %s", got)
	}
}

// The load is as many shards as there are pods.
func TestKubernetes_LoadIsInAsManyShardsAsPods(t *testing.T) {
	for _, object := range read(t, "kubernetes/load", "kubernetes").objects {
		job, is := object.(*batch.Job)
		if !is || job.Name != "load" {
			continue
		}
		n := *job.Spec.Completions
		if *job.Spec.CompletionMode != batch.IndexedCompletion || *job.Spec.Parallelism != n || !slices.Contains(job.Spec.Template.Spec.Containers[0].Args, fmt.Sprintf("-shard=$(JOB_COMPLETION_INDEX)/%d", n)) {
			t.Errorf("%d pods, %d at a time, send %v", n, *job.Spec.Parallelism, job.Spec.Template.Spec.Containers[0].Args)
		}
		return
	}
	t.Error("there is no load")
}

/** How classes and functions are reached without a call: frameworks, tests, scripts; and what pytest passes to parameters. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EdgeDetail, Properties, Segment } from '../../../src/code/model.js';
import { createLinker } from '../../../src/code/resolve/resolve.js';
import { describeSegments, finish, LinkedProject, linkAll, sourceOf } from './link-project.js';

function entriesOf(segments: ReadonlyMap<string, Segment>): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const { nodes } of segments.values()) {
    for (const { id, properties } of nodes) {
      const { entry_point } = JSON.parse(properties) as Properties;
      if (entry_point !== undefined) found[id] = entry_point;
    }
  }
  return found;
}

function entries(files: Readonly<Record<string, string>>): Record<string, unknown> {
  return entriesOf(linkAll(new Map(Object.entries(files))));
}

test('decorators of frameworks are found through imports, aliases and local names', () => {
  const found = entries({
    'shop.py': `
from flask import Flask as Web, Blueprint
import fastapi, click as c, typer
from celery import Celery, shared_task
app = Web(__name__)
orders = Blueprint('orders', __name__)
api = fastapi.APIRouter()
worker = Celery('shop')
till = typer.Typer()

@app.route('/')
def home(): ...
@orders.post('/order')
def order(): ...
@api.get('/cakes')
async def cakes(): ...
@c.group()
def cli(): ...
@cli.command('open')
def open_shop(): ...
@till.command()
def count(): ...
@worker.task
def bake(): ...
@shared_task(bind=True)
def sweep(self): ...
def make_app():
    made = Web('made')
    @made.errorhandler(404)
    def lost(error): ...
    return made
`,
    'more.py': `
from shop import cli, app
@cli.command()
def close_shop(): ...
@app.before_request
def greet(): ...
`,
    'other.py': `
class App:
    def route(self, path): return lambda f: f
app = App()
@app.route('/')
def not_of_flask(): ...
`,
  });
  assert.deepEqual(found, {
    'func:shop.home': 'Flask route',
    'func:shop.order': 'Flask route',
    'func:shop.cakes': 'FastAPI route',
    'func:shop.cli': 'Click command',
    'func:shop.open_shop': 'Click command',
    'func:shop.count': 'Typer command',
    'func:shop.bake': 'Celery task',
    'func:shop.sweep': 'Celery task',
    'func:shop.make_app.lost': 'Flask hook',
    'func:more.close_shop': 'Click command',
    'func:more.greet': 'Flask hook',
  });
});

test('Django finds views by its URL configuration, and heirs of its classes', () => {
  const found = entries({
    'shop/models.py': `
from django.db import models
class Cake(models.Model):
    def save(self): ...
    def price(self): ...
class BigCake(Cake): ...
`,
    'shop/views.py': `
from django.views import View
def index(request): ...
def unused(request): ...
class CakeView(View):
    def get(self, request): ...
`,
    'shop/urls.py': `
from django.urls import path, re_path
from . import views
from .views import CakeView
urlpatterns = [path('', views.index), re_path('c', view=CakeView.as_view())]
`,
    'shop/signals.py': `
from django.db.models.signals import post_save
from django.dispatch import receiver
from .models import Cake
@receiver(post_save, sender=Cake)
def saved(**kwargs): ...
def logged(**kwargs): ...
post_save.connect(logged)
`,
    'shop/management/commands/count.py': `
from django.core.management.base import BaseCommand
class Command(BaseCommand):
    def handle(self, *args, **options): ...
`,
  });
  assert.deepEqual(found, {
    'class:shop.models.Cake': 'Django model',
    'func:shop.models.Cake.save': 'Django model hook',
    'class:shop.models.BigCake': 'Django model',
    'func:shop.views.index': 'Django URL',
    'class:shop.views.CakeView': 'Django URL',
    'func:shop.views.CakeView.get': 'Django view method',
    'func:shop.signals.saved': 'Django signal handler',
    'func:shop.signals.logged': 'Django signal handler',
    'class:shop.management.commands.count.Command': 'Django management command',
    'func:shop.management.commands.count.Command.handle': 'Django management command',
  });
});

test('scripts, special methods and what `__all__` offers', () => {
  const found = entries({
    'bakery/__init__.py': "from .oven import Oven as Stove, light\n__all__ = ['Stove', 'light']\n",
    'bakery/__main__.py': 'from .oven import main\nmain()\n',
    'bakery/oven.py': `
class Oven:
    def __init__(self): ...
    def __len__(self): return 1
def light(): ...
def main(): ...
def sweep(): ...
if __name__ == '__main__':
    sweep()
`,
  });
  assert.deepEqual(found, {
    'file:bakery/__main__.py': 'package __main__',
    'file:bakery/oven.py': 'script (__main__)',
    'class:bakery.oven.Oven': 'public API (__all__)',
    'func:bakery.oven.Oven.__len__': 'special method',
    'func:bakery.oven.light': 'public API (__all__)',
    'func:bakery.oven.main': 'script (__main__)',
    'func:bakery.oven.sweep': 'script (__main__)',
  });
});

test('functions that packaging makes commands of', () => {
  const sources = new Map([
    ['src/bakery/__init__.py', 'from .cli import main\n'],
    ['src/bakery/cli.py', 'def main(): ...\nclass Shop:\n    @classmethod\n    def run(cls): ...\n'],
  ]);
  const source = {
    ...sourceOf(sources, { roots: ['src'] }),
    scripts: [
      { name: 'bake', module: 'bakery', attribute: 'main' },
      { name: 'shop', module: 'bakery.cli', attribute: 'Shop.run' },
      { name: 'rye', group: 'bakery.flours', module: 'bakery.cli', attribute: 'Shop.run' },
    ],
  };
  const linker = createLinker();
  const { replaced } = finish(linker.update(source, source.paths));
  assert.deepEqual(entriesOf(new Map(replaced.map((segment) => [segment.key, segment]))), {
    'func:src.bakery.cli.main': 'pyproject script bake',
    'func:src.bakery.cli.Shop.run': 'entry point rye of bakery.flours; pyproject script shop',
  });
  // A command that is gone is taken back without a change to any source.
  const next = finish(linker.update({ ...source, scripts: source.scripts.slice(1) }, []));
  assert.deepEqual(entriesOf(new Map(next.replaced.map((segment) => [segment.key, segment]))), {
    'func:src.bakery.cli.Shop.run': 'entry point rye of bakery.flours; pyproject script shop',
  });
});

test('a definition that is reached in several ways says all of them', () => {
  const found = entries({
    'bakery.py': `
import click
__all__ = ['open_shop', 'weigh']
@click.command()
def open_shop(): ...
def weigh(): ...
if __name__ == '__main__':
    open_shop()
`,
  });
  assert.deepEqual(found, {
    'file:bakery.py': 'script (__main__)',
    'func:bakery.open_shop': 'Click command; script (__main__)',
    'func:bakery.weigh': 'public API (__all__)',
  });
});

test('functions that options of a command line are given are called by it', () => {
  const found = entries({
    'bakery.py': `
import argparse
import click
import typer
def check(context, parameter, value): ...
def grams(text): ...
def today(): ...
@click.command()
@click.option('--flour', callback=check)
def bake(flour): ...
parser = argparse.ArgumentParser()
parser.add_argument('--weight', type=grams)
day = typer.Option(default_factory=today)
`,
  });
  assert.deepEqual(found, {
    'func:bakery.check': 'Click option callback',
    'func:bakery.grams': 'argparse argument',
    'func:bakery.today': 'Typer option callback',
    'func:bakery.bake': 'Click command',
  });
});

test('who sends a task to a worker calls it', () => {
  const segments = linkAll(
    new Map([
      [
        'bakery.py',
        `
from celery import Celery, shared_task
worker = Celery('bakery')
@shared_task
def bake(): ...
@worker.task(bind=True)
def sweep(self): ...
class Van:
    def delay(self): ...
def order():
    bake.delay(3)
    Van().delay()
`,
      ],
      ['till.py', 'from bakery import sweep\ndef close():\n    sweep.apply_async((1,))\n'],
    ]),
  );
  assert.deepEqual(callsFrom(segments, 'bakery.py'), [
    'func:bakery.order → class:bakery.Van',
    'func:bakery.order → func:bakery.Van.delay',
    'func:bakery.order → func:bakery.bake implicit',
  ]);
  assert.deepEqual(callsFrom(segments, 'till.py'), ['func:till.close → func:bakery.sweep implicit']);
});

test('pytest passes what a test is parametrized with', () => {
  const segments = linkAll(
    new Map([
      [
        'bakery.py',
        'class Oven:\n    def heat(self): ...\ndef knead(): ...\ndef proof(): ...\ndef bake(): ...\n',
      ],
      [
        'tests/test_bakery.py',
        `
import pytest
from bakery import Oven, bake, knead, proof
STEPS = [knead, proof]
OVEN = Oven()
@pytest.mark.parametrize('step', STEPS)
def test_step(step):
    step()
@pytest.mark.parametrize('oven, step', [(OVEN, knead), pytest.param(OVEN, bake, id='last')])
def test_both(oven, step):
    oven.heat()
    step()
@pytest.mark.parametrize(('step',), [(proof,)])
class TestSteps:
    def test_step(self, step):
        step()
@pytest.mark.parametrize('step', ['first'], indirect=True)
def test_indirect(step):
    step()
`,
      ],
    ]),
  );
  assert.deepEqual(
    callsFrom(segments, 'tests/test_bakery.py').filter((line) => line.startsWith('func:')),
    [
      'func:tests.test_bakery.TestSteps.test_step → func:bakery.proof',
      'func:tests.test_bakery.test_both → func:bakery.Oven.heat',
      'func:tests.test_bakery.test_both → func:bakery.bake',
      'func:tests.test_bakery.test_both → func:bakery.knead',
      'func:tests.test_bakery.test_step → func:bakery.knead',
      'func:tests.test_bakery.test_step → func:bakery.proof',
    ],
  );
});

const PYTEST = {
  'bakery.py': 'class Oven:\n    def heat(self): ...\n    def cool(self): ...\n',
  'tests/conftest.py': `
import pytest
from bakery import Oven
@pytest.fixture
def oven():
    yield Oven()
@pytest.fixture(name='hot')
def make_hot(oven):
    oven.heat()
    return oven
def pytest_configure(config): ...
`,
  'tests/test_oven.py': `
import pytest, unittest
@pytest.fixture
def cold(oven):
    return oven
def test_heat(oven, tmp_path):
    oven.heat()
class TestOven:
    def test_cool(self, hot, cold):
        hot.cool()
        cold.cool()
@pytest.mark.usefixtures('hot')
def test_used(): ...
class OldTest(unittest.TestCase):
    def setUp(self): ...
    def test_old(self): ...
def helper(oven): oven.heat()
`,
};

test('tests and fixtures, and what pytest passes', () => {
  const segments = linkAll(new Map(Object.entries(PYTEST)));
  assert.deepEqual(entriesOf(segments), {
    'func:tests.conftest.oven': 'pytest fixture',
    'func:tests.conftest.make_hot': 'pytest fixture',
    'func:tests.conftest.pytest_configure': 'pytest hook',
    'func:tests.test_oven.cold': 'pytest fixture',
    'func:tests.test_oven.test_heat': 'pytest test',
    'class:tests.test_oven.TestOven': 'pytest test class',
    'func:tests.test_oven.TestOven.test_cool': 'pytest test',
    'func:tests.test_oven.test_used': 'pytest test',
    'class:tests.test_oven.OldTest': 'unittest test case',
    'func:tests.test_oven.OldTest.setUp': 'unittest hook',
    'func:tests.test_oven.OldTest.test_old': 'unittest test',
  });
  assert.deepEqual(callsFrom(segments, 'tests/test_oven.py'), [
    'func:tests.test_oven.TestOven.test_cool → func:bakery.Oven.cool',
    'func:tests.test_oven.TestOven.test_cool → func:tests.conftest.make_hot implicit',
    'func:tests.test_oven.TestOven.test_cool → func:tests.test_oven.cold implicit',
    'func:tests.test_oven.cold → func:tests.conftest.oven implicit',
    'func:tests.test_oven.test_heat → func:bakery.Oven.heat',
    'func:tests.test_oven.test_heat → func:tests.conftest.oven implicit',
    'func:tests.test_oven.test_used → func:tests.conftest.make_hot implicit',
  ]);
});

function callsFrom(segments: ReadonlyMap<string, Segment>, key: string): string[] {
  const edges = segments.get(key)?.edges ?? [];
  return edges
    .filter(({ type }) => type === 'calls')
    .map(({ source, target, detail }) => {
      const kind = (JSON.parse(detail) as EdgeDetail).sites?.[0]?.kind;
      return `${source} → ${target}${kind === undefined ? '' : ` ${kind}`}`;
    })
    .sort();
}

test('what is said elsewhere follows edits, also after a restart', () => {
  const files = new Map(Object.entries(PYTEST));
  files.set('views.py', 'def index(request): ...\ndef cakes(request): ...\n');
  files.set('urls.py', "from django.urls import path\nimport views\nu = [path('', views.index)]\n");
  const project = new LinkedProject();
  project.change(files);
  const edits: readonly (readonly [string, string | undefined])[] = [
    ['urls.py', "from django.urls import path\nimport views\nu = [path('', views.cakes)]\n"],
    ['tests/conftest.py', PYTEST['tests/conftest.py'].replace('def oven', 'def stove')],
    ['tests/conftest.py', undefined],
    ['conftest.py', PYTEST['tests/conftest.py']],
    ['urls.py', undefined],
    ['tests/conftest.py', PYTEST['tests/conftest.py']],
  ];
  for (const [count, [path, text]] of edits.entries()) {
    if (text === undefined) files.delete(path);
    else files.set(path, text);
    if (count % 2 === 1) project.restart();
    project.change(files);
    assert.equal(describeSegments(project.segments), describeSegments(linkAll(files)), `edit ${count}`);
  }
});
